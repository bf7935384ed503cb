import type { ApiServer } from '#mocks/api-server/index.ts'
import { addPod, removePod } from '../../2-controller-manager-configuration/blocks/endpoints/pods.ts'
import type { EndpointAction } from './model.ts'
import { type Addresses, addressOf } from './oracle.ts'

/** Changes a pod of a service. */
export function playAction(api: ApiServer, service: string, action: EndpointAction): void {
  const { pod, state, replaces } = action
  const ref = { resource: 'pods', name: `${service}-${pod}` }
  const exists = api.hand.get(ref) !== undefined
  if (exists && (replaces || state === 'absent')) removePod(api, service, pod)
  if (state === 'absent') return
  const ip = addressOf(action)
  const labels = { app: state === 'elsewhere' ? 'of-no-service' : service }
  const isReady = state !== 'unready'
  if (!exists || replaces) addPod(api, service, pod, { isReady, ips: [ip], labels })
  else
    api.hand.patch(ref, {
      metadata: { labels },
      status: {
        podIP: ip,
        podIPs: [{ ip }],
        conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False' }],
      },
    })
}

interface Subset {
  readonly addresses?: readonly { readonly ip: string }[]
  readonly notReadyAddresses?: readonly { readonly ip: string }[]
}

interface Endpoint {
  readonly addresses: readonly string[]
  readonly conditions?: { readonly ready?: boolean }
}

/** Returns the addresses in the Endpoints object of a service. */
export function endpointsAddresses(api: ApiServer, service: string): Addresses {
  const object = api.hand.get({ resource: 'endpoints', name: service })
  const subsets = (object?.['subsets'] ?? []) as readonly Subset[]
  const ips = (of: (subset: Subset) => Subset['addresses']): string[] =>
    subsets.flatMap((one) => (of(one) ?? []).map(({ ip }) => ip)).toSorted()
  return { ready: ips((one) => one.addresses), unready: ips((one) => one.notReadyAddresses) }
}

/** Returns the addresses in the slices of a service. */
export function sliceAddresses(api: ApiServer, service: string): Addresses {
  const sliceEndpoints = api.hand
    .list('endpointslices', 'default')
    .filter(({ metadata }) => Object.values(metadata.labels ?? {}).includes(service))
    .flatMap((slice) => (slice['endpoints'] ?? []) as readonly Endpoint[])
  // A missing condition is true.
  const addressesIf = (isReady: boolean): string[] =>
    sliceEndpoints
      .filter(({ conditions }) => (conditions?.ready ?? true) === isReady)
      .flatMap(({ addresses }) => addresses)
      .toSorted()
  return { ready: addressesIf(true), unready: addressesIf(false) }
}
