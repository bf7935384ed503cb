import {
  type EgressCase,
  type Issuer,
  refusingWays,
  type SelectionName,
  type SelectionWay,
  trustedWays,
} from './model.ts'

/** Returns the selection of an issuer, or `undefined` if its entry names none. */
export function proxyOf({ selections }: EgressCase, { type }: Issuer): SelectionName | undefined {
  if (type === undefined) return undefined
  // The old name is equivalent.
  return selections.find(({ name }) => name === type || (name === 'master' && type === 'controlplane'))?.name
}

/**
 * Returns the result of traffic by a connection: it is carried, the server refuses it, or it does not reach the server.
 * Traffic that is not carried fails and does not bypass the selection.
 */
export function resultOf(way: SelectionWay): 'carried' | 'refused' | 'none' {
  if ((trustedWays as readonly string[]).includes(way)) return 'carried'
  return (refusingWays as readonly string[]).includes(way) ? 'refused' : 'none'
}

/** Returns the selection that carries the connections to the store. */
export function proxyOfStore({ selections }: EgressCase): SelectionName | undefined {
  return selections.find(({ name }) => name === 'etcd')?.name
}
