import type { Controller, Loop } from './controller.ts'
import { textAt, textsAt } from '../../manager/object.ts'
import { resources } from '../../manager/engine/resources.ts'
import { rangesOverlap, subranges, type Range, rangeText, readRange } from './ranges.ts'
import { fault } from '../../quirks/quirks.ts'

const block = '/NodeIPAMController'
const defaultMaskSize = { 32: 24, 128: 64 } as const

/** Allocates the pod ranges of each node. */
export const nodeIpamController: Controller = {
  name: 'node-ipam-controller',
  start(loop) {
    const { config } = loop
    const nodes = loop.informer(resources.nodes)
    const allocates = config.value('/OrchCloudShared/AllocateNodeCIDRs')
    if (!allocates && !fault('node-ranges-always-allocated')) return
    const clusterRanges = rangesOf(config.value('/OrchCloudShared/ClusterCIDR'))
    const allocatedRanges = new Map<string, readonly string[]>()
    loop.work(resources.nodes, {
      workers: 1,
      takes: (node) =>
        textAt(node, 'spec.podCIDR') === '' &&
        !(nodes.isSynced && fault('node-ranges-of-later-not-allocated')),
      async sync(node) {
        const name = textAt(node, 'metadata.name')
        const earlierRanges = nodes.all
          .flatMap((listedNode) =>
            textsAt(listedNode, 'spec.podCIDRs').filter(
              (_range, family) =>
                family === 0 || !fault('node-ranges-of-before-in-second-family-allocated-again'),
            ),
          )
          .filter(() => !fault('node-ranges-of-before-allocated-again'))
        const takenRanges = [...earlierRanges, ...[...allocatedRanges.values()].flat()]
        const podCIDRs =
          allocatedRanges.get(name) ??
          clusterRanges.flatMap((range) => freeRange(loop, range, clusterRanges, takenRanges))
        allocatedRanges.set(name, podCIDRs)
        await loop.write.patch(resources.nodes, node, { spec: { podCIDR: podCIDRs[0], podCIDRs } })
      },
    })
  },
}

const rangesOf = (list: string) => list.split(',').flatMap((text) => readRange(text) ?? [])

function freeRange(
  loop: Loop,
  range: Range,
  clusterRanges: readonly Range[],
  takenRanges: readonly string[],
): readonly string[] {
  const { config } = loop
  const serviceRanges = [
    ...rangesOf(config.value(`${block}/ServiceCIDR`)),
    ...rangesOf(config.value(`${block}/SecondaryServiceCIDR`)),
  ]
  for (const part of subranges(range, sizeOf(loop, range, clusterRanges))) {
    const text = rangeText(part)
    const isServiceRange = serviceRanges.some(
      (serviceRange) =>
        rangesOverlap(serviceRange, part) &&
        (serviceRange.prefix <= part.prefix || !fault('small-service-range-allocated')),
    )
    const isTaken =
      takenRanges.includes(text) &&
      (range !== clusterRanges[1] || !fault('node-ranges-of-second-family-shared'))
    if (!isTaken && !isServiceRange) return [text]
  }
  return []
}

function sizeOf({ config }: Loop, range: Range, clusterRanges: readonly Range[]): number {
  const { bits } = range
  const families = clusterRanges.length
  const isSecond = range === clusterRanges[1]
  if (isSecond && bits === 32 && fault('node-range-size-of-second-range-ignored'))
    return defaultMaskSize[bits]
  const familyMaskSize =
    bits === 32
      ? config.value(`${block}/NodeCIDRMaskSizeIPv4`)
      : config.value(`${block}/NodeCIDRMaskSizeIPv6`)
  const commonMaskSize = config.value(`${block}/NodeCIDRMaskSize`)
  const isSourceSwapped = fault(
    families > 1 ? 'node-range-size-general-in-dual-stack' : 'node-range-size-of-family-in-single-stack',
  )
  const isOfFamily = families > 1 !== isSourceSwapped
  const [ownMaskSize, otherMaskSize] = isOfFamily
    ? [familyMaskSize, isSourceSwapped ? commonMaskSize : 0]
    : [commonMaskSize, familyMaskSize]
  return ownMaskSize || otherMaskSize || defaultMaskSize[bits]
}
