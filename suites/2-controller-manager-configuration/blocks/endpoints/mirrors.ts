import type { ApiObject, ApiServer } from '#mocks/api-server/index.ts'
import { putMirroredService } from './pods.ts'

/** Number of addresses of each sort in a subset. */
export interface Subset {
  readonly ready?: number
  readonly unready?: number
  /** Ready IPv6 addresses. */
  readonly ready6?: number
  /** IPv6 addresses that are not ready. */
  readonly unready6?: number
  /** Number of ports. Default: 1. */
  readonly ports?: number
}

/**
 * Subsets of endpoints that exist before the program starts, and their later replacements; at most 20 addresses of each
 * sort.
 */
export const mirrorSteps = {
  'addresses that are not ready': [[{ unready: 8 }]],
  'ready addresses and others': [[{ ready: 4, unready: 4 }]],
  'few ready addresses and more others': [[{ ready: 1, unready: 8 }]],
  'addresses of two families': [[{ ready: 4, ready6: 4 }]],
  'ready addresses and others of another family': [[{ ready: 4, unready6: 8 }]],
  'addresses of two families that are not ready': [[{ unready: 4, unready6: 4 }]],
  'several ports': [[{ ready: 8, ports: 3 }]],
  'two subsets': [[{ ready: 8 }, { ready: 7 }]],
  'a full subset and a small one': [[{ ready: 8 }, { ready: 1 }]],
  'a subset without ready addresses after another': [[{ ready: 8 }, { unready: 8 }]],
  'addresses that are added later': [[{ ready: 2 }], [{ ready: 8 }]],
  'addresses that are added to a full subset': [[{ ready: 8 }], [{ ready: 12 }]],
  'addresses that are added without being ready': [[{ ready: 2 }], [{ ready: 2, unready: 8 }]],
  'addresses that become unready': [[{ ready: 8 }], [{ ready: 4, unready: 4 }]],
  'addresses that are removed': [[{ ready: 8 }], [{ ready: 2 }]],
  'addresses that are removed and come back': [[{ ready: 8 }], [{ ready: 1 }], [{ ready: 8 }]],
  'a subset that is added later': [[{ ready: 8 }], [{ ready: 8 }, { ready: 8 }]],
  'a subset that is removed': [[{ ready: 8 }, { ready: 8 }], [{ ready: 8 }]],
} as const satisfies Readonly<Record<string, readonly (readonly Subset[])[]>>
export type MirrorName = keyof typeof mirrorSteps

/** Returns the name of the endpoints of a case. */
export const endpointsOf = (name: MirrorName) => `mirrored-${name.replaceAll(' ', '-')}`

/** Creates the first endpoints of each case. */
export function arrangeEndpoints(api: ApiServer): void {
  for (const [name, [first = []]] of Object.entries<readonly (readonly Subset[])[]>(mirrorSteps))
    putMirroredService(api, endpointsOf(name as MirrorName), subsetsWith(first))
}

/** Replaces the subsets of endpoints. */
export function setSubsets(api: ApiServer, name: MirrorName, subsets: readonly Subset[]): void {
  api.hand.patch({ resource: 'endpoints', name: endpointsOf(name) }, { subsets: subsetsWith(subsets) })
}

/** Returns subsets without common ports or addresses, so that they cannot be merged. */
function subsetsWith(subsets: readonly Subset[]): object[] {
  return subsets.map(({ ready = 0, unready = 0, ready6 = 0, unready6 = 0, ports = 1 }, number) => {
    const firstAddress = 1 + number * 100
    return {
      addresses: [
        ...ips(ready, (each) => `198.51.100.${firstAddress + each}`),
        ...ips(ready6, (each) => `2001:db8::${firstAddress + each}`),
      ],
      notReadyAddresses: [
        ...ips(unready, (each) => `198.51.100.${firstAddress + 50 + each}`),
        ...ips(unready6, (each) => `2001:db8:1::${firstAddress + each}`),
      ],
      ports: Array.from({ length: ports }, (_, port) => ({
        name: `port-${number}-${port}`,
        port: 80 + 10 * number + port,
        protocol: 'TCP',
      })),
    }
  })
}

const ips = (count: number, ip: (each: number) => string) =>
  Array.from({ length: count }, (_, each) => ({ ip: ip(each) }))

/** Returns the addresses in the slices of a service, without duplicates. */
export function mirroredAddresses(api: ApiServer, service: string): ReadonlySet<string> {
  const slices = api.hand
    .list('endpointslices', 'default')
    .filter(({ metadata }) => Object.values(metadata.labels ?? {}).includes(service))
  return new Set(slices.flatMap((slice: ApiObject) => endpointsIn(slice)))
}

/** Returns the addresses in one slice. */
export function endpointsIn({ endpoints }: ApiObject): readonly string[] {
  const subsets = Array.isArray(endpoints) ? (endpoints as readonly { addresses?: readonly string[] }[]) : []
  return subsets.flatMap(({ addresses = [] }) => addresses)
}

/** Returns the minimum and maximum number of mirrored addresses of a subset under a limit. */
export function expectedOf(subsets: readonly Subset[], limit: number): { least: number; most: number } {
  const sumOf = (of: (subset: Subset) => number) =>
    subsets.reduce((all, subset) => all + Math.min(limit, of(subset)), 0)
  return {
    // Addresses that are not ready, and IPv6 addresses, may be omitted.
    least: sumOf(({ ready = 0 }) => ready),
    most: sumOf(
      ({ ready = 0, unready = 0, ready6 = 0, unready6 = 0 }) => ready + unready + ready6 + unready6,
    ),
  }
}
