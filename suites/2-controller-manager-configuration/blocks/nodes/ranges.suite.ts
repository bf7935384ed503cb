import { expect, test, formerly } from '#kit'
import { ignoringFault } from '../../../shared/controller-manager/leaves.ts'
import { requireFields, declareFieldRule } from '../field.ts'
import { sharedFixture } from '../fixture.ts'
import {
  blocks,
  bothRanges,
  bothServices,
  clusterRangeFields,
  expectSize,
  prefixLengths,
  putNodes,
  rangesOf,
  secondServicesField,
  servicesField,
  size,
  sizeV4,
  sizeV6,
  watchedResources,
} from './node-ranges.ts'

/** Faults that assign no ranges to nodes. */
const noRangeFaults = [
  ignoringFault('/OrchCloudShared/AllocateNodeCIDRs'),
  ignoringFault('/OrchCloudShared/ClusterCIDR'),
]

const rangeFixture = (range: string, fields: Readonly<Record<string, unknown>>) =>
  sharedFixture(() => ({
    blocks,
    fields: { ...clusterRangeFields(range), ...fields },
    watchedResources,
    prepareApi: putNodes,
  }))

const singleStack = {
  26: rangeFixture('10.0.0.0/22', { [size]: 26, [servicesField]: '10.0.0.0/24' }),
  25: rangeFixture('10.0.0.0/22', { [size]: 25, [servicesField]: '10.0.0.0/25' }),
} as const
const ipv6First = rangeFixture(bothRanges.split(',').toReversed().join(','), {
  [sizeV4]: 26,
  [sizeV6]: 62,
  ...bothServices,
})
const dualStack = {
  first: rangeFixture(bothRanges, { [sizeV4]: 26, [sizeV6]: 62, ...bothServices }),
  second: rangeFixture(bothRanges, { [sizeV4]: 25, [sizeV6]: 60, ...bothServices }),
} as const

declareFieldRule(
  { field: size, aspect: 'size', says: 'The ranges of nodes have the size that NodeCIDRMaskSize says.' },
  () => {
    test
      .for({ 26: 26, 25: 25 } as const)('gives ranges with a mask of %s bits', async (bits) => {
        requireFields(size)

        expect(prefixLengths(await rangesOf(singleStack[bits]), 0)).toEqual([bits, bits])
      })
      .sees(ignoringFault(size), ...noRangeFaults)

    test(
      {
        title:
          'gives ranges of the size NodeCIDRMaskSize with one family, even if the other sizes are also set',
        id: 'gives ranges of that size to one family where the other sizes are set as well',
      },
      async () => {
        await expectSize('single', 0, 26)
      },
    ).sees(ignoringFault(size), 'node-range-size-of-family-in-single-stack', ...noRangeFaults)
  },
)

const sizes = [
  { field: sizeV4, which: 0, bits: { first: 26, second: 25 } },
  { field: sizeV6, which: 1, bits: { first: 62, second: 60 } },
] as const

for (const { field, which, bits } of sizes) {
  const family = which === 0 ? 'IPv4' : 'IPv6'
  declareFieldRule(
    {
      field,
      aspect: 'size',
      says: `With two families, ${family} ranges of nodes have the size that it says.`,
    },
    () => {
      test
        .for({ 'the first size': 'first', 'the second size': formerly('another size', 'second') } as const)(
          `gives ${family} ranges of %s`,
          async (name) => {
            requireFields(field)

            expect(prefixLengths(await rangesOf(dualStack[name]), which)).toEqual([bits[name], bits[name]])
          },
        )
        .sees(ignoringFault(field), ...noRangeFaults)

      test(`gives ${family} ranges of the size of the family if the IPv6 range is first`, async () => {
        requireFields(field)

        const lengths = prefixLengths(await rangesOf(ipv6First), 1 - which)
        expect(lengths).toEqual([bits.first, bits.first])
      }).sees(
        ignoringFault(field),
        ...(which === 0 ? ['node-range-size-of-second-range-ignored'] : []),
        ...noRangeFaults,
      )

      test(
        {
          title: `gives ${family} ranges of the size of the family if NodeCIDRMaskSize is also set`,
          id: `gives ${family} ranges of that size where NodeCIDRMaskSize is set as well`,
        },
        async () => {
          await expectSize('dual', which, bits.first)
        },
      ).sees(ignoringFault(field), 'node-range-size-general-in-dual-stack', ...noRangeFaults)
    },
  )
}

declareFieldRule(
  { field: servicesField, aspect: 'spared', says: 'No node gets addresses of the range for services.' },
  () => {
    test
      .for({ 26: ['10.0.0.0/26', '10.0.0.64/26'], 25: ['10.0.0.0/25'] } as const)(
        {
          title: 'gives ranges of %s bits that do not overlap the range for services',
          id: 'gives ranges of %s bits beside those of services',
        },
        async (spared) => {
          requireFields(servicesField)
          const assignedRanges = (await rangesOf(singleStack[spared.length === 2 ? 26 : 25])).flat()

          expect(assignedRanges).toHaveLength(2)
          expect(assignedRanges.filter((range) => (spared as readonly string[]).includes(range))).toEqual([])
        },
      )
      .sees(ignoringFault(servicesField), ...noRangeFaults)
  },
)

declareFieldRule(
  {
    field: secondServicesField,
    aspect: 'spared',
    says: 'No node gets addresses of the second range for services.',
  },
  () => {
    test(
      {
        title: 'allocates IPv6 ranges outside the secondary range of services',
        id: 'gives IPv6 ranges beside the second one of services',
      },
      async () => {
        requireFields(secondServicesField)
        const assignedRanges = (await rangesOf(dualStack.first)).map(([, second]) => second)

        expect(assignedRanges).toEqual([expect.any(String), expect.any(String)])
        expect(assignedRanges).not.toContain('fd00:10::/62')
      },
    ).sees(ignoringFault(secondServicesField), ...noRangeFaults)
  },
)
