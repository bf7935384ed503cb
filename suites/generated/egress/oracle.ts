import { type EgressCase, type Issuer, type SelectionName, trustedWays, type Way } from './model.ts'

/** Which selection carries all traffic of an issuer: the one that its entry names, and none without a name. */
export function carrierOf({ selections }: EgressCase, { type }: Issuer): SelectionName | undefined {
  if (type === undefined) return undefined
  // The old word means the same.
  return selections.find(({ name }) => name === type || (name === 'master' && type === 'controlplane'))?.name
}

/** Whether a selection carries anything: nothing goes through a server that is not trusted, nor around it. */
export function isTrusted(way: Way): boolean {
  return (trustedWays as readonly string[]).includes(way)
}

/** Which selection carries the connections with the store. */
export function carrierOfStore({ selections }: EgressCase): SelectionName | undefined {
  return selections.find(({ name }) => name === 'etcd')?.name
}
