import { comesTrue, expect, test } from '#kit'
import { ignoring } from '../../../shared/controller-manager/leaves.ts'
import { demandFields, fieldRule } from '../field.ts'
import { atRest } from '../world.ts'
import { limits, mostEach, mostMirrored, pods, withinMs, worlds } from './limits-worlds.ts'
import { addPod, sliceSizes } from './pods.ts'

const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0)

fieldRule(
  {
    field: mostEach,
    aspect: 'limit',
    says: 'No slice has more endpoints than MaxEndpointsPerSlice; the others are in further slices.',
  },
  () => {
    test
      .for(limits)(`spreads ${pods} endpoints over slices of at most %s`, async (limit) => {
        demandFields(mostEach)
        const { api } = await worlds[limit]!()
        await comesTrue(() => sum(sliceSizes(api, 'cut')) >= pods, withinMs)

        const sizes = sliceSizes(api, 'cut')
        expect(sum(sizes), 'endpoints in all').toBe(pods)
        expect(sizes[0], 'endpoints in the largest slice').toBeLessThanOrEqual(limit)
      })
      .sees(ignoring(mostEach))
  },
)

fieldRule(
  {
    field: mostEach,
    aspect: 'limit-later',
    says: 'Slices that are there already take no more endpoints than MaxEndpointsPerSlice, either.',
  },
  () => {
    test
      .for(limits)('adds endpoints to slices of at most %s', async (limit) => {
        demandFields(mostEach)
        const { api } = await worlds[limit]!()
        await comesTrue(() => sum(sliceSizes(api, 'grown')) >= 2, withinMs)
        for (let number = 3; number <= pods; number++) addPod(api, 'grown', number)
        await comesTrue(() => sum(sliceSizes(api, 'grown')) >= pods, withinMs)

        const sizes = sliceSizes(api, 'grown')
        expect(sum(sizes), 'endpoints in all').toBe(pods)
        expect(sizes[0], 'endpoints in the largest slice').toBeLessThanOrEqual(limit)
      })
      .sees(ignoring(mostEach), 'slices-overfilled-later')
  },
)

fieldRule(
  {
    field: mostMirrored,
    aspect: 'limit',
    says: 'Of each subset as many endpoints are mirrored as MirroringMaxEndpointsPerSubset says, and no more.',
  },
  () => {
    test
      .for(limits)(`mirrors %s of ${pods} addresses`, async (limit) => {
        demandFields(mostMirrored)
        const { api } = await worlds[limit]!()
        await comesTrue(() => sum(sliceSizes(api, 'mirrored')) > 0, withinMs)
        await atRest(() => sum(sliceSizes(api, 'mirrored')))

        expect(sum(sliceSizes(api, 'mirrored'))).toBe(limit)
      })
      .sees(ignoring(mostMirrored))
  },
)
