import { becomesTrue, expect } from '#kit'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { checkApi, managerOutcome } from '../../../shared/controller-manager.ts'
import { requireFields } from '../field.ts'
import { putObject, startSpec } from '../fixture.ts'

const block = '/NodeIPAMController'
/** Fields that the ranges of nodes depend on. */
export const servicesField = `${block}/ServiceCIDR`
export const secondServicesField = `${block}/SecondaryServiceCIDR`
export const size = `${block}/NodeCIDRMaskSize`
export const sizeV4 = `${block}/NodeCIDRMaskSizeIPv4`
export const sizeV6 = `${block}/NodeCIDRMaskSizeIPv6`
const withinMs = 10_000
/** Controllers that assign node ranges, and the resources that they watch. */
export const watchedResources = ['nodes']
export const blocks = ['NodeIPAMController']
/** Returns the fields with which nodes get parts of a range. */
export const clusterRangeFields = (range: string) => ({
  '/OrchCloudShared/AllocateNodeCIDRs': true,
  '/OrchCloudShared/ClusterCIDR': range,
})

/** Two ranges for nodes, and two for services. */
export const bothRanges = '10.0.0.0/20,fd00:10::/56'
export const bothServices = { [servicesField]: '10.0.0.0/24', [secondServicesField]: 'fd00:10::/112' }

/** Creates two nodes without ranges. */
export function putNodes(api: ApiServer): void {
  for (const name of ['node-a', 'node-b'])
    putObject(api, { apiVersion: 'v1', kind: 'Node', metadata: { name } })
}

/** Returns the ranges of both nodes, once they are assigned. */
export async function rangesOf(
  request: () => Promise<{ readonly api: ApiServer }>,
): Promise<readonly string[][]> {
  const { api } = await request()
  const ranges = () =>
    api.hand.list('nodes').map(({ spec }) => (spec as { podCIDRs?: string[] } | undefined)?.podCIDRs ?? [])
  await becomesTrue(() => ranges().every((each) => each.length > 0), withinMs)
  return ranges()
}

/** Fields that set all three sizes. Each family must use its specific size. */
const allSizes = {
  single: { ...clusterRangeFields('10.0.0.0/22'), [size]: 26, [sizeV4]: 25, [sizeV6]: 60 },
  dual: { ...clusterRangeFields(bothRanges), [size]: 28, [sizeV4]: 26, [sizeV6]: 62, ...bothServices },
} as const

/** Expects that the ranges of both nodes have the given size if all three size fields are set. */
export async function expectSize(
  families: keyof typeof allSizes,
  family: number,
  bits: number,
): Promise<void> {
  requireFields(size, sizeV4, sizeV6)
  const api = await checkApi()
  putNodes(api)
  const spec = startSpec({ blocks, fields: allSizes[families], watchedResources }, api)
  const { outcome } = await managerOutcome(spec, async () => {
    expect(prefixLengths(await rangesOf(async () => ({ api })), family)).toEqual([bits, bits])
  })

  expect(outcome).toBe('ready')
}

/** Returns the sizes of the ranges of each node, for one family. */
export const prefixLengths = (ranges: readonly string[][], familyIndex: number) =>
  ranges.map((each) => Number(each[familyIndex]?.split('/')[1]))
