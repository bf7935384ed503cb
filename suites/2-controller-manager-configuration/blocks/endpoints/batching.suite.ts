import { comesTrue, doubtJitterMeanwhile, expect, nowMs, test, untilMoment } from '#kit'
import { ignoring } from '../../../shared/controller-manager/leaves.ts'
import { demandFields, fieldRule } from '../field.ts'
import { atRest } from '../world.ts'
import {
  endpointsBatch,
  expectOneBatch,
  mirrorBatch,
  settled,
  slicesBatch,
  type Which,
  withinMs,
  worlds,
  writes,
} from './batching-worlds.ts'
import { addPod, subsetsOf } from './pods.ts'

const apartMs = 250
const attempts = 3

const batching = [
  { field: endpointsBatch, resource: 'endpoints', periods: { first: 2_000, second: 3_000 } },
  { field: slicesBatch, resource: 'endpointslices', periods: { first: 3_000, second: 2_000 } },
] as const

for (const { field, resource, periods } of batching) {
  const service = resource === 'endpoints' ? 'endpoints' : 'slices'
  fieldRule(
    {
      field,
      aspect: 'batch',
      says: 'Changes of pods are written no sooner than the batch period after the first of them, all at once.',
      waits: true,
    },
    () => {
      test
        .for({ 'the first period': 'first', 'another period': 'second' } as const)(
          `writes ${resource} once, after %s`,
          async (which: Which) => {
            demandFields(field)
            const seen = await worlds[which]()
            await settled(seen, resource, service)
            // The initial pods are a change of pods too.
            await untilMoment(seen.readyMs + periods[which] + 1_000, 'no batch waits any longer')
            const fromMs = nowMs()
            for (const number of [2, 3, 4]) {
              await untilMoment(fromMs + (number - 2) * apartMs, 'it is the turn of the next pod')
              addPod(seen.api, service, number)
            }
            await expectOneBatch(seen, { resource, service, fromMs, periodMs: periods[which] })
          },
        )
        .sees(ignoring(field))
    },
  )
}

/** Updates endpoints several times in a row. Returns the number of resulting slice writes, once no more follow. */
async function writesFor(which: Which, updates: number): Promise<number> {
  const seen = await worlds[which]()
  doubtJitterMeanwhile(seen.manager.processId)
  await settled(seen, 'endpointslices', 'mirrored')
  const fromMs = nowMs()
  for (let number = 0; number < updates; number++) {
    await untilMoment(fromMs + number * apartMs, 'it is the turn of the next update')
    seen.api.hand.patch({ resource: 'endpoints', name: 'mirrored' }, { subsets: subsetsOf(number + 2) })
  }
  const moments = () => writes(seen, 'endpointslices', 'mirrored', fromMs)
  await comesTrue(() => moments().length > 0, withinMs)
  await atRest(() => moments().length, 1_000)
  return moments().length
}

fieldRule(
  {
    field: mirrorBatch,
    aspect: 'each',
    says: 'At 0 each update of endpoints makes an update of their slice.',
    waits: true,
  },
  () => {
    test('writes a slice as often as endpoints are updated', async () => {
      demandFields(mirrorBatch)
      let writes = 0
      // A program that stalls for a moment sees two updates as one, but not each time.
      for (let attempt = 0; attempt < attempts && writes < 3; attempt++) writes = await writesFor('first', 3)

      expect(writes).toBe(3)
    }).sees('mirrored-endpoints-batched-at-zero')
  },
)

fieldRule(
  {
    field: mirrorBatch,
    aspect: 'batch',
    says: 'Updates of endpoints within the batch period are mirrored together.',
    waits: true,
  },
  () => {
    test('writes a slice less often than endpoints are updated', async () => {
      demandFields(mirrorBatch)

      const writes = await writesFor('second', 4)
      expect(writes).toBeGreaterThan(0)
      expect(writes, 'a period may end between two of the updates').toBeLessThanOrEqual(2)
    }).sees(ignoring(mirrorBatch))
  },
)
