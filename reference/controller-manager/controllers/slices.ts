import type { ApiObject } from '../../manager/api.ts'
import { followPods, hasSelector, podsOf, portsOf, targetOf } from './endpoints.ts'
import type { Controller, Loop } from './controller.ts'
import { keyOf, listAt, mapAt, nameOf, namespaceOf, ownerReference, textAt } from '../../manager/object.ts'
import { resources } from '../../manager/engine/resources.ts'

const serviceLabel = 'orch.io/service-name'
const managedBy = 'endpointslice.orch.io/managed-by'

/** What slices of one owner must hold. */
interface Wanted {
  readonly owner: ApiObject
  readonly manager: string
  readonly endpoints: readonly ApiObject[]
  readonly ports: readonly ApiObject[]
  readonly mostEach: number
}

/** Keeps the slices of services with a selector. */
export const sliceController: Controller = {
  name: 'endpointslice-controller',
  start(loop) {
    const queue = loop.work(resources.services, {
      workers: loop.config.value('/EndpointSliceController/ConcurrentServiceEndpointSyncs'),
      needs: [resources.slices, resources.pods],
      takes: hasSelector,
      async sync(service) {
        const endpoints = podsOf(loop, service).map((pod) => ({
          addresses: [textAt(pod, 'status.podIP')],
          conditions: { ready: true },
          targetRef: targetOf(pod),
        }))
        await keepSlices(loop, {
          owner: service,
          manager: 'endpointslice-controller.orch.io',
          endpoints,
          ports: portsOf(service),
          mostEach: loop.config.value('/EndpointSliceController/MaxEndpointsPerSlice'),
        })
      },
    })
    followPods(loop, queue, loop.config.value('/EndpointSliceController/EndpointUpdatesBatchPeriod'))
  },
}

/** Keeps slices of endpoints that others write for services without a selector. */
export const mirroringController: Controller = {
  name: 'endpointslice-mirroring-controller',
  start(loop) {
    const services = loop.informer(resources.services)
    const block = '/EndpointSliceMirroringController'
    const wantedMs = loop.config.value(`${block}/MirroringEndpointUpdatesBatchPeriod`)
    const batchMs =
      wantedMs === 0 && loop.quirks.fault('mirrored-endpoints-batched-at-zero') ? 1_000 : wantedMs
    const most = loop.config.value(`${block}/MirroringMaxEndpointsPerSubset`)
    const isMirrored = (endpoints: ApiObject) => {
      const service = services.get(keyOf(endpoints))
      return service !== undefined && !hasSelector(service)
    }
    const queue = loop.work(resources.endpoints, {
      workers: loop.config.value(`${block}/MirroringConcurrentServiceEndpointSyncs`),
      needs: [resources.services, resources.slices],
      takes: (endpoints, { before, again }) => {
        if (before === undefined || again || batchMs === 0) return true
        queue.addAfter(keyOf(endpoints), batchMs)
        return false
      },
      async sync(endpoints) {
        if (!isMirrored(endpoints)) return
        const subsets = listAt(endpoints, 'subsets')
        const [first] = subsets
        await keepSlices(loop, {
          owner: endpoints,
          manager: 'endpointslicemirroring-controller.orch.io',
          endpoints: subsets.flatMap((subset) =>
            listAt(subset, 'addresses')
              .slice(0, most)
              .map(({ ip }) => ({ addresses: [ip], conditions: { ready: true } })),
          ),
          ports: listAt(first, 'ports'),
          mostEach: Number.POSITIVE_INFINITY,
        })
      },
    })
    // Nothing orders the two watches: a service may be told of after its endpoints.
    services.listen(({ now, before }) => {
      if (now !== undefined && before === undefined) queue.add(keyOf(now))
    })
  },
}

async function keepSlices(loop: Loop, wanted: Wanted): Promise<void> {
  const { owner, manager, endpoints, ports, mostEach } = wanted
  const labels = { [serviceLabel]: nameOf(owner), [managedBy]: manager }
  const known = loop
    .informer(resources.slices)
    .all.filter(
      (slice) =>
        namespaceOf(slice) === namespaceOf(owner) &&
        mapAt(slice, 'metadata.labels')[serviceLabel] === nameOf(owner) &&
        mapAt(slice, 'metadata.labels')[managedBy] === manager,
    )
    .toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
  const isUnlimited = known.length > 0 && loop.quirks.fault('slices-overfilled-later')
  const chunks = chunked(endpoints, isUnlimited ? Number.POSITIVE_INFINITY : mostEach)
  for (const [number, chunk] of chunks.entries()) {
    const slice = known[number]
    const content = { addressType: 'IPv4', endpoints: chunk, ports }
    const metadata = {
      name: `${nameOf(owner)}-${String(number).padStart(3, '0')}`,
      namespace: namespaceOf(owner),
      labels,
      ownerReferences: [ownerReference(owner)],
    }
    // One by one: how many at a time is a matter of the workers.
    if (slice === undefined) await loop.write.create(resources.slices, { metadata, ...content })
    else if (JSON.stringify(slice['endpoints']) !== JSON.stringify(chunk))
      await loop.write.update(resources.slices, { ...slice, ...content })
  }
  for (const slice of known.slice(chunks.length)) await loop.write.remove(resources.slices, slice)
}

function chunked<T>(all: readonly T[], most: number): T[][] {
  const chunks: T[][] = []
  for (let from = 0; from < all.length; from += most) chunks.push(all.slice(from, from + most))
  return chunks.length === 0 ? [[]] : chunks
}
