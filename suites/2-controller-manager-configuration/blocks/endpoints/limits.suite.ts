import { becomesTrue, expect, test } from '#kit'
import { ignoringFault } from '../../../shared/controller-manager/leaves.ts'
import { requireFields, declareFieldRule } from '../field.ts'
import { untilQuiet } from '../fixture.ts'
import { limits, maxEndpointsField, maxMirroredField, pods, fixtures } from './limits-fixtures.ts'
import { addPod, sliceSizes } from './pods.ts'
import { reconciledWithinMs } from '../requests.ts'

const totalOf = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0)

declareFieldRule(
  {
    field: maxEndpointsField,
    aspect: 'limit',
    says: 'No slice has more endpoints than MaxEndpointsPerSlice; the others are in further slices.',
  },
  () => {
    test
      .for(limits)(`spreads ${pods} endpoints over slices of at most %s`, async (limit) => {
        requireFields(maxEndpointsField)
        const { api } = await fixtures[limit]!()
        await becomesTrue(() => totalOf(sliceSizes(api, 'cut')) >= pods, reconciledWithinMs)

        const sizes = sliceSizes(api, 'cut')
        expect(totalOf(sizes), 'endpoints in all').toBe(pods)
        expect(sizes[0], 'endpoints in the largest slice').toBeLessThanOrEqual(limit)
      })
      .sees(ignoringFault(maxEndpointsField))
  },
)

declareFieldRule(
  {
    field: maxEndpointsField,
    aspect: 'limit-later',
    says: 'Slices that are there already take no more endpoints than MaxEndpointsPerSlice, either.',
  },
  () => {
    test
      .for(limits)('adds endpoints to slices of at most %s', async (limit) => {
        requireFields(maxEndpointsField)
        const { api } = await fixtures[limit]!()
        await becomesTrue(() => totalOf(sliceSizes(api, 'grown')) >= 2, reconciledWithinMs)
        for (let number = 3; number <= pods; number++) addPod(api, 'grown', number)
        await becomesTrue(() => totalOf(sliceSizes(api, 'grown')) >= pods, reconciledWithinMs)

        const sizes = sliceSizes(api, 'grown')
        expect(totalOf(sizes), 'endpoints in all').toBe(pods)
        expect(sizes[0], 'endpoints in the largest slice').toBeLessThanOrEqual(limit)
      })
      .sees(ignoringFault(maxEndpointsField), 'slices-overfilled-later')
  },
)

declareFieldRule(
  {
    field: maxMirroredField,
    aspect: 'limit',
    says: 'Of each subset as many endpoints are mirrored as MirroringMaxEndpointsPerSubset says, and no more.',
  },
  () => {
    test
      .for(limits)(`mirrors %s of ${pods} addresses`, async (limit) => {
        requireFields(maxMirroredField)
        const { api } = await fixtures[limit]!()
        await becomesTrue(() => totalOf(sliceSizes(api, 'mirrored')) > 0, reconciledWithinMs)
        await untilQuiet(() => totalOf(sliceSizes(api, 'mirrored')))

        expect(totalOf(sliceSizes(api, 'mirrored'))).toBe(limit)
      })
      .sees(ignoringFault(maxMirroredField))
  },
)
