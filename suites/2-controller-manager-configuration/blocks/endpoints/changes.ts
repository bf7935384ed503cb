import type { ApiServer } from '#mocks/api-server/index.ts'
import { addPod, removePod, serviceWithPods, setReady } from './pods.ts'

/** Change of the pods of a service, and the fault of the reference that does not delay the write for the change. */
interface PodChange {
  readonly act: (api: ApiServer, service: string) => void
  /** Changes the pods before the program starts. */
  readonly prepareApi?: (api: ApiServer, service: string) => void
  readonly fault: string
}

const otherLabels = { app: 'of-no-service' }

/** Changes of the second of two pods of a service. */
export const podChanges = {
  'is deleted': {
    act: (api, service) => removePod(api, service, 2),
    fault: 'pod-deletions-not-batched',
  },
  'is deleted with grace and then gone': {
    act: (api, service) => {
      api.hand.remove({ resource: 'pods', name: `${service}-2` }, { gracePeriodSeconds: 30 })
      removePod(api, service, 2)
    },
    fault: 'pod-deletions-not-batched',
  },
  'is replaced by another of its name': {
    act: (api, service) => {
      removePod(api, service, 2)
      addPod(api, service, 2, { ips: ['192.0.2.22'] })
    },
    fault: 'pod-deletions-not-batched',
  },
  'becomes unready': {
    act: (api, service) => setReady(api, service, 2, false),
    fault: 'pod-readiness-not-batched',
  },
  'becomes ready again': {
    prepareApi: (api, service) => setReady(api, service, 2, false),
    act: (api, service) => setReady(api, service, 2, true),
    fault: 'pod-readiness-not-batched',
  },
  'gets another address': {
    act: (api, service) => {
      const status = { podIP: '192.0.2.22', podIPs: [{ ip: '192.0.2.22' }] }
      api.hand.patch({ resource: 'pods', name: `${service}-2` }, { status })
    },
    fault: 'pod-addresses-not-batched',
  },
  'loses its labels': {
    act: (api, service) =>
      void api.hand.patch({ resource: 'pods', name: `${service}-2` }, { metadata: { labels: otherLabels } }),
    fault: 'pod-labels-not-batched',
  },
  'gets the labels': {
    prepareApi: (api, service) =>
      void api.hand.patch({ resource: 'pods', name: `${service}-2` }, { metadata: { labels: otherLabels } }),
    act: (api, service) =>
      void api.hand.patch(
        { resource: 'pods', name: `${service}-2` },
        { metadata: { labels: { app: service } } },
      ),
    fault: 'pod-labels-not-batched',
  },
} as const satisfies Readonly<Record<string, PodChange>>

export type PodChangeName = keyof typeof podChanges

/** Returns the name of the service for a change of pods. */
export const serviceOf = (resource: string, change: PodChangeName) =>
  `${resource}-${change.replaceAll(' ', '-')}`

/** Creates a service with two pods for each change. */
export function arrangePods(api: ApiServer, resource: string): void {
  for (const [name, change] of Object.entries<PodChange>(podChanges)) {
    const service = serviceOf(resource, name as PodChangeName)
    serviceWithPods(api, service, 2)
    change.prepareApi?.(api, service)
  }
}
