import type { Expression } from '../cel/expression.ts'

/** What a webhook says when it is asked. */
export const answers = [
  'allow',
  'deny',
  'no opinion',
  'error status',
  'another kind',
  'another version',
] as const
/** One of them. */
export type Answer = (typeof answers)[number]

/** A webhook of the chain, with all that decides whether it is asked and what comes of it. */
export interface Webhook {
  /** Names in another order than the chain's show whether that is kept. */
  readonly name: string
  /** Over the variable `request`. */
  readonly conditions: readonly Expression[]
  readonly failurePolicy: 'deny' | 'no opinion'
  readonly version: 'v1' | 'v1beta1'
  readonly cachesAllowed: boolean
  readonly cachesDenied: boolean
}

/** What a request is about, as a review of version v1 has it. */
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

/** How a request differs from the one before it. */
export const repeats = [
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
/** One of them. */
export type Repeat = (typeof repeats)[number]

/** One request, and what each webhook of the chain would say to it. */
export interface Request {
  readonly attributes: Attributes
  /** In the order of the chain. */
  readonly answers: readonly Answer[]
}

/** A chain and the requests that are put to it, one after the other. */
export interface ChainCase {
  readonly webhooks: readonly Webhook[]
  readonly requests: readonly Request[]
}

/** What comes of a request. */
export interface Outcome {
  readonly decision: 'allowed' | 'refused'
  /** Which webhooks are asked, by their place in the chain; `undefined` where that is open. */
  readonly asked: readonly (boolean | undefined)[]
}
