import type { EtcdRequest } from './request.ts'
import type { HonestAnswers } from './honest.ts'
import type { WatchAnswer } from './watch.ts'

/**
 * Decides the response to a request. The correct response is an action: nothing is read or changed until it is called,
 * so a fault can come before it, instead of it or after it. May return another action, or the response itself; a thrown
 * error is the status.
 */
export type EtcdAnswer<Value> = (
  honest: () => Value,
  request: EtcdRequest,
) => (() => Value) | Value | Promise<(() => Value) | Value>

type UnaryAnswers = {
  readonly [K in Exclude<keyof HonestAnswers, 'header'>]: EtcdAnswer<ReturnType<HonestAnswers[K]>>
}

/** Responses of the store that can be scripted, by method. */
export interface EtcdAnswers extends UnaryAnswers {
  /**
   * Response to each message that a watch sends. The messages of one stream stay in order, so a held message holds all
   * later messages.
   */
  readonly watch: EtcdAnswer<WatchAnswer>
}

/** Responses that a script may set. */
export const answerNames = [
  'range',
  'put',
  'deleteRange',
  'txn',
  'compact',
  'watch',
  'leaseGrant',
  'leaseRevoke',
  'leaseKeepAlive',
  'leaseTimeToLive',
  'leaseLeases',
  'memberList',
  'alarm',
  'status',
  'defragment',
] as const satisfies readonly (keyof EtcdAnswers)[]

/** Returns the scripted response, or the correct response. */
export async function respond<Value>(
  override: EtcdAnswer<Value> | undefined,
  honest: () => Value,
  request: EtcdRequest,
): Promise<Value> {
  if (override === undefined) return honest()
  const overriddenResponse = await override(honest, request)
  // A response is an object, so a function can only be an action.
  return typeof overriddenResponse === 'function' ? (overriddenResponse as () => Value)() : overriddenResponse
}

/** Returns the same fault for every method that reads, writes or watches keys. */
export function onEveryKey(answer: <Value>(honest: Value, request: EtcdRequest) => Value | Promise<Value>) {
  return {
    range: answer,
    put: answer,
    deleteRange: answer,
    txn: answer,
    watch: answer,
  } satisfies Partial<EtcdAnswers>
}

/** Matches requests for a key with this prefix, or for a range that begins with it. */
export function under(prefix: string): (request: EtcdRequest) => boolean {
  return ({ key }) => key.startsWith(prefix)
}
