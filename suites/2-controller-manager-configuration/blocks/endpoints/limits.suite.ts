import { becomesTrue, expect, test } from '#kit'
import { ignoring } from '../../../shared/controller-manager/leaves.ts'
import { requireFields, fieldRule } from '../field.ts'
import { untilQuiet } from '../fixture.ts'
import { limits, maxEach, maxMirrored, pods, withinMs, fixtures } from './limits-fixtures.ts'
import { addPod, sliceSizes } from './pods.ts'

const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0)

fieldRule(
  {
    field: maxEach,
    aspect: 'limit',
    says: 'No slice has more endpoints than MaxEndpointsPerSlice; the others are in further slices.',
  },
  () => {
    test
      .for(limits)(`spreads ${pods} endpoints over slices of at most %s`, async (limit) => {
        requireFields(maxEach)
        const { api } = await fixtures[limit]!()
        await becomesTrue(() => sum(sliceSizes(api, 'cut')) >= pods, withinMs)

        const sizes = sliceSizes(api, 'cut')
        expect(sum(sizes), 'endpoints in all').toBe(pods)
        expect(sizes[0], 'endpoints in the largest slice').toBeLessThanOrEqual(limit)
      })
      .sees(ignoring(maxEach))
  },
)

fieldRule(
  {
    field: maxEach,
    aspect: 'limit-later',
    says: 'Slices that are there already take no more endpoints than MaxEndpointsPerSlice, either.',
  },
  () => {
    test
      .for(limits)('adds endpoints to slices of at most %s', async (limit) => {
        requireFields(maxEach)
        const { api } = await fixtures[limit]!()
        await becomesTrue(() => sum(sliceSizes(api, 'grown')) >= 2, withinMs)
        for (let number = 3; number <= pods; number++) addPod(api, 'grown', number)
        await becomesTrue(() => sum(sliceSizes(api, 'grown')) >= pods, withinMs)

        const sizes = sliceSizes(api, 'grown')
        expect(sum(sizes), 'endpoints in all').toBe(pods)
        expect(sizes[0], 'endpoints in the largest slice').toBeLessThanOrEqual(limit)
      })
      .sees(ignoring(maxEach), 'slices-overfilled-later')
  },
)

fieldRule(
  {
    field: maxMirrored,
    aspect: 'limit',
    says: 'Of each subset as many endpoints are mirrored as MirroringMaxEndpointsPerSubset says, and no more.',
  },
  () => {
    test
      .for(limits)(`mirrors %s of ${pods} addresses`, async (limit) => {
        requireFields(maxMirrored)
        const { api } = await fixtures[limit]!()
        await becomesTrue(() => sum(sliceSizes(api, 'mirrored')) > 0, withinMs)
        await untilQuiet(() => sum(sliceSizes(api, 'mirrored')))

        expect(sum(sliceSizes(api, 'mirrored'))).toBe(limit)
      })
      .sees(ignoring(maxMirrored))
  },
)
