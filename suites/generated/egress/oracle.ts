import { type EgressCase, type Issuer, type SelectionName, trustedWays, type SelectionWay } from './model.ts'

/**
 * Returns the selection that carries all traffic of an issuer: the one that its entry names, or `undefined` without a
 * name.
 */
export function proxyOf({ selections }: EgressCase, { type }: Issuer): SelectionName | undefined {
  if (type === undefined) return undefined
  // The old name means the same.
  return selections.find(({ name }) => name === type || (name === 'master' && type === 'controlplane'))?.name
}

/**
 * Reports whether a selection carries traffic: nothing passes through an untrusted server, and nothing bypasses it.
 */
export function isTrusted(way: SelectionWay): boolean {
  return (trustedWays as readonly string[]).includes(way)
}

/** Returns the selection that carries the connections to the store. */
export function proxyOfStore({ selections }: EgressCase): SelectionName | undefined {
  return selections.find(({ name }) => name === 'etcd')?.name
}
