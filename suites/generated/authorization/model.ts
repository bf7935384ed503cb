import type { Expression } from '../cel/expression.ts'

/** Responses of a webhook. */
export const webhookAnswers = [
  'allow',
  'deny',
  'no opinion',
  'error status',
  'another kind',
  'another version',
] as const
/** Response of a webhook. */
export type WebhookAnswer = (typeof webhookAnswers)[number]

/** A webhook of the chain, with all properties that decide whether it is called and what the result is. */
export interface Webhook {
  /** The names are in a different order than the chain, to detect sorting. */
  readonly name: string
  /** Conditions over the variable `request`. */
  readonly conditions: readonly Expression[]
  readonly failurePolicy: 'deny' | 'no opinion'
  readonly version: 'v1' | 'v1beta1'
  readonly cachesAllowed: boolean
  readonly cachesDenied: boolean
}

/** Attributes of a request, as in a review of version v1. */
export interface Attributes {
  readonly user: string
  readonly groups: readonly string[]
  readonly uid?: string
  readonly extra?: Readonly<Record<string, readonly string[]>>
  readonly resource?: Readonly<
    Record<'namespace' | 'verb' | 'group' | 'version' | 'resource' | 'subresource' | 'name', string>
  >
  readonly path?: { readonly path: string; readonly verb: string }
}

/** Differences of a request from the previous request. */
export const repetitions = [
  'another user',
  'the same again',
  'another group',
  'groups joined',
  'another uid',
  'another extra value',
  'another verb',
  'another namespace',
  'another name',
  'another resource',
  'another API group',
  'another version',
  'another subresource',
  'another path',
] as const
/** Difference of a request from the previous request. */
export type Repetition = (typeof repetitions)[number]

/** One request, and the response of each webhook of the chain to it. */
export interface Request {
  readonly attributes: Attributes
  /** In the order of the chain. */
  readonly answers: readonly WebhookAnswer[]
}

/** A chain and the requests that are sent to it, one after the other. */
export interface ChainCase {
  readonly webhooks: readonly Webhook[]
  readonly requests: readonly Request[]
}

/** Result of a request. */
export interface ExpectedOutcome {
  readonly decision: 'allowed' | 'refused'
  /** Reports for each webhook of the chain whether it is called; `undefined` if the documents leave the call open. */
  readonly asked: readonly (boolean | undefined)[]
}
