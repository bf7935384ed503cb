import type { EtcdAsked } from './asked.ts'
import type { HonestAnswers } from './honest.ts'
import type { WatchAnswer } from './watch.ts'

/**
 * Decides over an answer. The honest one is a deed: nothing is read or changed until it is called, so a lie can come
 * before it, instead of it or after it. May give another deed, or the answer itself; what it throws is the status.
 */
export type EtcdAnswer<Value> = (
  honest: () => Value,
  asked: EtcdAsked,
) => (() => Value) | Value | Promise<(() => Value) | Value>

type UnaryAnswers = {
  readonly [K in Exclude<keyof HonestAnswers, 'header'>]: EtcdAnswer<ReturnType<HonestAnswers[K]>>
}

/** What the store can be told to answer otherwise, by method. */
export interface EtcdAnswers extends UnaryAnswers {
  /** Each message that a watch sends; the messages of one stream stay in order, so holding one holds them all. */
  readonly watch: EtcdAnswer<WatchAnswer>
}

/** The answers that a script may give. */
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

/** The answer that was decided on, or the honest one. */
export async function decide<Value>(
  override: EtcdAnswer<Value> | undefined,
  honest: () => Value,
  asked: EtcdAsked,
): Promise<Value> {
  if (override === undefined) return honest()
  const decided = await override(honest, asked)
  // An answer is an object, so a function can only be a deed.
  return typeof decided === 'function' ? (decided as () => Value)() : decided
}

/** The same lie for every method that reads, writes or watches keys. */
export function onEveryKey(lie: <Value>(honest: Value, asked: EtcdAsked) => Value | Promise<Value>) {
  return { range: lie, put: lie, deleteRange: lie, txn: lie, watch: lie } satisfies Partial<EtcdAnswers>
}

/** Whether a request is about a key with this prefix, or about a range that begins with it. */
export function under(prefix: string): (asked: EtcdAsked) => boolean {
  return ({ key }) => key.startsWith(prefix)
}
