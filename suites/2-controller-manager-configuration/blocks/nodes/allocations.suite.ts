import { becomesTrue, expect, test } from '#kit'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { requireFields, declareFieldRule } from '../field.ts'
import { putObject, sharedFixture } from '../fixture.ts'
import { reconciledWithinMs } from '../requests.ts'
import {
  blocks,
  clusterRangeFields,
  putNodes,
  rangesOf,
  secondServicesField,
  servicesField,
  size,
  sizeV4,
  sizeV6,
  watchedResources,
} from './node-ranges.ts'

const allocates = '/OrchCloudShared/AllocateNodeCIDRs'
const clusterRange = '/OrchCloudShared/ClusterCIDR'
/** Ranges that nodes have from an earlier start. */
const earlierRanges = { 'node-early': '10.0.0.128/26', 'node-last': '10.0.1.192/26' } as const
/** Half of a range of a node, in the middle of the range of the cluster. */
const services = '10.0.0.64/27'
/** All other ranges. There are as many further nodes. */
const freeRanges = ['10.0.0.0/26', '10.0.0.192/26', '10.0.1.0/26', '10.0.1.64/26', '10.0.1.128/26']
const laterNodes = ['node-c', 'node-d', 'node-e']

const fixture = sharedFixture(() => ({
  blocks,
  fields: { ...clusterRangeFields('10.0.0.0/23'), [size]: 26, [servicesField]: services },
  watchedResources,
  prepareApi: (api) => {
    for (const [name, range] of Object.entries(earlierRanges)) putNode(api, name, [range])
    putNodes(api)
  },
}))
/** Index of each family in the ranges of a node, and how each range of it begins. */
const families = { first: [0, '10.0.'], second: [1, 'fd00:10:'] } as const
/** Ranges of one node from an earlier start, between the ranges that are left for the two other nodes. */
const earlierPair = ['10.0.0.128/26', 'fd00:10:0:8::/62'] as const
const dualStack = sharedFixture(() => ({
  blocks,
  fields: {
    ...clusterRangeFields('10.0.0.0/24,fd00:10::/60'),
    [sizeV4]: 26,
    [sizeV6]: 62,
    [servicesField]: '10.0.0.0/26',
    [secondServicesField]: 'fd00:10::/112',
  },
  watchedResources,
  prepareApi: (api) => {
    putNode(api, 'node-early', earlierPair)
    putNodes(api)
  },
}))

function putNode(api: ApiServer, name: string, podCIDRs: readonly string[]): void {
  putObject(api, {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name },
    spec: { podCIDR: podCIDRs[0], podCIDRs },
  })
}

/** Returns the ranges of one family: that of the node from the earlier start, and those of the two other nodes. */
async function familyRanges(family: number) {
  requireFields(clusterRange)
  await rangesOf(dualStack)
  const { api } = await dualStack()
  const rangeOf = (name: string) => {
    const spec = api.hand.get({ resource: 'nodes', name })?.spec as { podCIDRs?: string[] } | undefined
    return spec?.podCIDRs?.[family] ?? 'none'
  }
  return { earlier: rangeOf('node-early'), others: ['node-a', 'node-b'].map(rangeOf) }
}

/** Creates the later nodes, and waits until each node has a range. Returns the ranges by node. */
async function allocatedRanges(): Promise<Readonly<Record<string, string>>> {
  requireFields(allocates, clusterRange, servicesField)
  const { api } = await fixture()
  await becomesTrue(() => Object.keys(rangesByNode(api)).length >= 4, reconciledWithinMs)
  for (const name of laterNodes)
    if (api.hand.get({ resource: 'nodes', name }) === undefined)
      putObject(api, { apiVersion: 'v1', kind: 'Node', metadata: { name } })
  await becomesTrue(() => Object.keys(rangesByNode(api)).length >= 7, reconciledWithinMs)
  return rangesByNode(api)
}

/** Returns the range of each node that has one. */
function rangesByNode(api: ApiServer): Readonly<Record<string, string>> {
  return Object.fromEntries(
    api.hand.list('nodes').flatMap(({ metadata, spec }) => {
      const range = (spec as { podCIDR?: string } | undefined)?.podCIDR
      return range === undefined ? [] : [[metadata.name, range]]
    }),
  )
}

declareFieldRule(
  {
    field: allocates,
    aspect: 'each-node',
    says: 'Each node has a range of its own, whether it comes before the start or after it.',
  },
  () => {
    test({ title: 'nodes that are created after the start get ranges', id: 'later-nodes' }, async () => {
      const ranges = await allocatedRanges()

      expect(laterNodes.map((name) => ranges[name] ?? 'none')).not.toContain('none')
    }).sees('node-ranges-of-later-not-allocated')

    test(
      { title: 'no node gets a range that another node has from an earlier start', id: 'earlier-ranges' },
      async () => {
        const ranges = await allocatedRanges()

        expect(ranges).toMatchObject(earlierRanges)
        expect(new Set(Object.values(ranges)).size, 'different ranges').toBe(Object.keys(ranges).length)
      },
    ).sees('node-ranges-of-before-allocated-again')

    test
      .for(families)(
        {
          title: 'no node gets a range of the %s family that another node has from an earlier start',
          id: 'earlier-ranges-of-the-%s-family',
        },
        async ([family, prefix]) => {
          requireFields(allocates)
          const { earlier, others } = await familyRanges(family)

          expect(earlier).toBe(earlierPair[family])
          expect(others.map((range) => range.startsWith(prefix))).toEqual([true, true])
          expect(others).not.toContain(earlier)
        },
      )
      .sees(([family]) =>
        family === 0
          ? 'node-ranges-of-before-allocated-again'
          : 'node-ranges-of-before-in-second-family-allocated-again',
      )
  },
)

declareFieldRule(
  {
    field: servicesField,
    aspect: 'in-the-middle',
    says: 'No node gets addresses of a range for services that lies between the ranges of nodes and is smaller.',
  },
  () => {
    test(
      { title: 'nodes get all ranges of the cluster except for that of the services', id: 'spared' },
      async () => {
        const ranges = await allocatedRanges()

        expect(Object.values(ranges).toSorted()).toEqual(
          [...freeRanges, ...Object.values(earlierRanges)].toSorted(),
        )
      },
    ).sees('small-service-range-allocated')
  },
)

declareFieldRule(
  {
    field: clusterRange,
    aspect: 'each-range',
    says: 'The ranges of a node are parts of the ranges of the cluster, one of each, that no other node has.',
  },
  () => {
    test
      .for(families)(
        { title: 'two nodes get different parts of the %s range of the cluster', id: 'of-the-%s' },
        async ([family, prefix]) => {
          const { others } = await familyRanges(family)

          expect(others.map((range) => range.startsWith(prefix))).toEqual([true, true])
          expect(new Set(others).size, 'different ranges').toBe(2)
        },
      )
      .sees(([family]) =>
        family === 0 ? 'field-ignored-orch-cloud-shared-cluster-cidr' : 'node-ranges-of-second-family-shared',
      )
  },
)
