import type { EgressCase, Issuer, SelectionName } from './model.ts'

/** Which selection carries all traffic of an issuer: the one that its entry names, and none without a name. */
export function carrierOf({ selections }: EgressCase, { type }: Issuer): SelectionName | undefined {
  if (type === undefined) return undefined
  // The old word means the same.
  return selections.find(({ name }) => name === type || (name === 'master' && type === 'controlplane'))?.name
}

/** Which selection carries the connections with the store. */
export function carrierOfStore({ selections }: EgressCase): SelectionName | undefined {
  return selections.find(({ name }) => name === 'etcd')?.name
}
