import type { EndpointAction, EndpointsCase } from './model.ts'

/** Addresses of a service, sorted. */
export interface Addresses {
  readonly ready: readonly string[]
  readonly unready: readonly string[]
}

/** Returns the address of a pod. */
export function addressOf({ pod, address }: Pick<EndpointAction, 'pod' | 'address'>): string {
  return `192.0.2.${pod + 10 * address}`
}

/** Returns the addresses of the service after a number of rounds. */
export function addressesAfter({ rounds }: EndpointsCase, count: number): Addresses {
  const pods = new Map<number, EndpointAction>()
  for (const action of rounds.slice(0, count).flat()) pods.set(action.pod, action)
  const addressesInState = (state: string): string[] =>
    [...pods.values()]
      .filter((pod) => pod.state === state)
      .map(addressOf)
      .toSorted()
  return { ready: addressesInState('ready'), unready: addressesInState('unready') }
}
