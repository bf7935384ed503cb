import { type EgressCase, type Issuer, type SelectionName, trustedWays, type SelectionWay } from './model.ts'

/** Returns the selection of an issuer, or `undefined` if its entry names none. */
export function proxyOf({ selections }: EgressCase, { type }: Issuer): SelectionName | undefined {
  if (type === undefined) return undefined
  // The old name is equivalent.
  return selections.find(({ name }) => name === type || (name === 'master' && type === 'controlplane'))?.name
}

/**
 * Reports whether the server of a selection is trusted. Traffic of an untrusted server fails and does not bypass it.
 */
export function isTrusted(way: SelectionWay): boolean {
  return (trustedWays as readonly string[]).includes(way)
}

/** Returns the selection that carries the connections to the store. */
export function proxyOfStore({ selections }: EgressCase): SelectionName | undefined {
  return selections.find(({ name }) => name === 'etcd')?.name
}
