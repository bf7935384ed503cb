import type { ApiObject } from '../../manager/api.ts'
import { followPods, hasSelector, isReady, podsOf, portsOf, targetOf } from './endpoints.ts'
import type { Controller, Loop } from './controller.ts'
import { keyOf, listAt, mapAt, nameOf, namespaceOf, ownerReference, textsAt } from '../../manager/object.ts'
import { resources } from '../../manager/engine/resources.ts'
import { fault } from '../../quirks/quirks.ts'

const serviceLabel = 'orch.io/service-name'
const managedByLabel = 'endpointslice.orch.io/managed-by'
const sliceManager = 'endpointslice-controller.orch.io'
const mirrorManager = 'endpointslicemirroring-controller.orch.io'

/** Required contents of the slices of one owner. */
interface WantedSlices {
  readonly owner: ApiObject
  readonly manager: string
  readonly groups: readonly EndpointGroup[]
  readonly maxPerSlice: number
  /** Content that was last written, by the key of a slice. */
  readonly written: Map<string, string>
}

/** Endpoints of one address family with the same ports, which may share a slice. */
interface EndpointGroup {
  readonly addressType: 'IPv4' | 'IPv6'
  readonly endpoints: readonly ApiObject[]
  readonly ports: readonly ApiObject[]
}

const countOf = (parts: readonly object[]) =>
  parts.reduce((all, part) => all + listAt(part, 'endpoints').length, 0)
const isIpv6 = (ip: unknown) => String(ip).includes(':')

/** Returns one group of endpoints for each address family. */
const groupsByFamily = (
  endpoints: readonly ApiObject[],
  ports: readonly ApiObject[],
): readonly EndpointGroup[] =>
  (['IPv4', 'IPv6'] as const)
    .map((addressType) => ({
      addressType,
      ports,
      endpoints: endpoints.filter(
        (endpoint) => isIpv6(textsAt(endpoint, 'addresses')[0]) === (addressType === 'IPv6'),
      ),
    }))
    .filter((group) => group.endpoints.length > 0)

/** Maintains the slices of services with a selector. */
export const sliceController: Controller = {
  name: 'endpointslice-controller',
  start(loop) {
    const writtenContents = new Map<string, string>()
    const queue = loop.work(resources.services, {
      workers: loop.config.value('/EndpointSliceController/ConcurrentServiceEndpointSyncs'),
      needs: [resources.slices, resources.pods],
      takes: hasSelector,
      async sync(service) {
        const families = textsAt(service, 'spec.ipFamilies').length
        const endpoints = podsOf(loop, service).flatMap((pod) =>
          listAt(pod, 'status.podIPs')
            .slice(0, Math.max(1, families))
            .map(({ ip }) => ({
              addresses: [ip],
              conditions: { ready: isReady(pod) },
              targetRef: targetOf(pod),
            })),
        )
        await reconcileSlices(loop, {
          owner: service,
          manager: sliceManager,
          written: writtenContents,
          groups: groupsByFamily(endpoints, portsOf(service)),
          maxPerSlice: loop.config.value('/EndpointSliceController/MaxEndpointsPerSlice'),
        })
      },
    })
    followSlices(loop, sliceManager, writtenContents, (key) => queue.add(key))
    followPods(loop, queue, loop.config.value('/EndpointSliceController/EndpointUpdatesBatchPeriod'))
  },
}

/** Maintains the slices for services without a selector from the endpoints that other clients write. */
export const mirroringController: Controller = {
  name: 'endpointslice-mirroring-controller',
  start(loop) {
    const writtenContents = new Map<string, string>()
    const services = loop.informer(resources.services)
    const block = '/EndpointSliceMirroringController'
    const batchPeriodMs = loop.config.value(`${block}/MirroringEndpointUpdatesBatchPeriod`)
    const batchMs = faultyBatchMs(batchPeriodMs)
    const maxPerSubset = loop.config.value(`${block}/MirroringMaxEndpointsPerSubset`)
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
        const existingSlices = slicesOf(loop, endpoints, mirrorManager)
        const isLimited = existingSlices.length === 0 || !fault('mirrored-addresses-limited-at-first')
        const limit = isLimited ? maxPerSubset : Number.POSITIVE_INFINITY
        const groups = mirroredGroups(listAt(endpoints, 'subsets'), limit)
        const hasFewerAddresses = countOf(groups) < countOf(existingSlices)
        if (hasFewerAddresses && fault('mirrored-addresses-not-removed')) return
        await reconcileSlices(loop, {
          owner: endpoints,
          manager: mirrorManager,
          written: writtenContents,
          groups,
          maxPerSlice: Number.POSITIVE_INFINITY,
        })
      },
    })
    followSlices(loop, mirrorManager, writtenContents, (key) => queue.add(key))
    // The order between two watches is undefined: the event of a service may arrive after the event of its endpoints.
    services.listen(({ now, before }) => {
      if (now !== undefined && before === undefined) queue.add(keyOf(now))
    })
  },
}

/** Returns a batch period, or a longer one with a fault. */
function faultyBatchMs(periodMs: number): number {
  if (periodMs > 0) return fault('mirror-batch-period-doubled') ? 2 * periodMs : periodMs
  if (fault('mirrored-endpoints-batched-at-zero')) return 1_000
  return fault('mirrored-endpoints-late-at-zero') ? 3_000 : 0
}

/** Returns the endpoints of each subset up to the permitted number. */
function mirroredGroups(subsets: readonly ApiObject[], max: number): readonly EndpointGroup[] {
  let remainingAddresses = max
  return subsets.flatMap((subset) => {
    const addresses = [
      ...listAt(subset, 'addresses').map(({ ip }) => ({ ip, ready: true })),
      ...listAt(subset, 'notReadyAddresses').map(({ ip }) => ({ ip, ready: false })),
    ]
    if (!fault('mirrored-addresses-limited-together')) remainingAddresses = max
    const endpoints = addresses
      .filter(({ ip, ready }) => {
        const isUncounted =
          (!ready && fault('mirrored-addresses-not-ready-unlimited')) ||
          (isIpv6(ip) && fault('mirrored-addresses-of-ipv6-unlimited'))
        return isUncounted || remainingAddresses-- > 0
      })
      .map(({ ip, ready }) => ({ addresses: [ip], conditions: { ready } }))
    return groupsByFamily(endpoints, listAt(subset, 'ports'))
  })
}

/** Returns the slices of an owner that a controller manages, by name. */
function slicesOf(loop: Loop, owner: ApiObject, manager: string): readonly ApiObject[] {
  return loop
    .informer(resources.slices)
    .all.filter(
      (slice) =>
        namespaceOf(slice) === namespaceOf(owner) &&
        mapAt(slice, 'metadata.labels')[serviceLabel] === nameOf(owner) &&
        mapAt(slice, 'metadata.labels')[managedByLabel] === manager,
    )
    .toSorted((slice, otherSlice) => (nameOf(slice) < nameOf(otherSlice) ? -1 : 1))
}

/** Calls a function with the key of an owner whose slice another client changed. */
function followSlices(
  loop: Loop,
  manager: string,
  writtenContents: ReadonlyMap<string, string>,
  onChange: (owner: string) => void,
): void {
  loop.informer(resources.slices).listen(({ now }) => {
    const ownContent = now === undefined ? undefined : writtenContents.get(keyOf(now))
    if (now === undefined || ownContent === undefined || ownContent === contentOf(now)) return
    const labels = mapAt(now, 'metadata.labels')
    if (labels[managedByLabel] !== manager || fault('slices-of-others-kept')) return
    onChange(`${namespaceOf(now)}/${String(labels[serviceLabel])}`)
  })
}

async function reconcileSlices(loop: Loop, wantedSlices: WantedSlices): Promise<void> {
  const { owner, manager, groups, maxPerSlice, written } = wantedSlices
  const labels = { [serviceLabel]: nameOf(owner), [managedByLabel]: manager }
  const existingSlices = slicesOf(loop, owner, manager)
  const isOverfilled = existingSlices.length > 0 && fault('slices-overfilled-later')
  const chunks = groups.flatMap(({ addressType, endpoints, ports }) => {
    const isUnlimited = isOverfilled || (addressType === 'IPv6' && fault('slices-of-ipv6-unlimited'))
    return splitIntoChunks(endpoints, isUnlimited ? Number.POSITIVE_INFINITY : maxPerSlice).map((chunk) => ({
      addressType,
      endpoints: chunk,
      ports,
    }))
  })
  if (chunks.length === 0) chunks.push({ addressType: 'IPv4', endpoints: [], ports: [] })
  for (const [number, content] of chunks.entries()) {
    const existingSlice = existingSlices[number]
    const metadata = {
      name: `${nameOf(owner)}-${String(number).padStart(3, '0')}`,
      namespace: namespaceOf(owner),
      labels,
      ownerReferences: [ownerReference(owner)],
    }
    written.set(
      `${metadata.namespace}/${existingSlice === undefined ? metadata.name : nameOf(existingSlice)}`,
      contentOf(content),
    )
    // Sequential: concurrency is determined by the workers.
    if (existingSlice === undefined) await loop.write.create(resources.slices, { metadata, ...content })
    else if (contentOf(existingSlice) !== contentOf(content))
      await loop.write.update(resources.slices, { ...existingSlice, ...content })
  }
  for (const surplusSlice of existingSlices.slice(chunks.length))
    await loop.write.remove(resources.slices, surplusSlice)
}

const contentOf = ({ addressType, endpoints, ports }: ApiObject) =>
  JSON.stringify([addressType, endpoints, ports])

function splitIntoChunks<T>(items: readonly T[], max: number): T[][] {
  const chunks: T[][] = []
  for (let offset = 0; offset < items.length; offset += max) chunks.push(items.slice(offset, offset + max))
  return chunks
}
