import { becomesTrue, monitorJitter, expect, formerly, nowMs, test, untilMoment } from '#kit'
import { ignoringFault } from '../../../shared/controller-manager/leaves.ts'
import { requireFields, declareFieldRule } from '../field.ts'
import { untilQuiet } from '../fixture.ts'
import {
  endpointsBatch,
  expectOneBatch,
  mirrorBatch,
  untilWritten,
  slicesBatch,
  type FixtureName,
  fixtures,
  writeTimesOf,
} from './batching-fixtures.ts'
import { addPod, subsetsOf } from './pods.ts'
import { reconciledWithinMs } from '../requests.ts'

const intervalMs = 250
const attempts = 3

const batchedResources = [
  { field: endpointsBatch, resource: 'endpoints', periods: { first: 2_000, second: 3_000 } },
  { field: slicesBatch, resource: 'endpointslices', periods: { first: 3_000, second: 2_000 } },
] as const

for (const { field, resource, periods } of batchedResources) {
  const service = resource === 'endpoints' ? 'endpoints' : 'slices'
  declareFieldRule(
    {
      field,
      aspect: 'batch',
      says: 'Changes of pods are written no sooner than the batch period after the first of them, all at once.',
      waits: true,
    },
    () => {
      test
        .for({
          'the first period': 'first',
          'the second period': formerly('another period', 'second'),
        } as const)(`writes ${resource} once, after %s`, async (which: FixtureName) => {
          requireFields(field)
          const managerFixture = await fixtures[which]()
          await untilWritten(managerFixture, resource, service)
          const fromMs = nowMs()
          for (const number of [2, 3, 4]) {
            await untilMoment(fromMs + (number - 2) * intervalMs, 'it is the turn of the next pod')
            addPod(managerFixture.api, service, number)
          }
          await expectOneBatch(managerFixture, { resource, service, fromMs, periodMs: periods[which] })
        })
        .sees(ignoringFault(field))
    },
  )
}

/**
 * Updates endpoints several times in a row. Returns the number of resulting slice writes, once the writes have
 * stopped.
 */
async function countWrites(fixtureName: FixtureName, updates: number): Promise<number> {
  const managerFixture = await fixtures[fixtureName]()
  monitorJitter(managerFixture.manager.processId)
  await untilWritten(managerFixture, 'endpointslices', 'mirrored')
  const fromMs = nowMs()
  for (let number = 0; number < updates; number++) {
    await untilMoment(fromMs + number * intervalMs, 'it is the turn of the next update')
    managerFixture.api.hand.patch(
      { resource: 'endpoints', name: 'mirrored' },
      { subsets: subsetsOf(number + 2) },
    )
  }
  const writeTimes = () => writeTimesOf(managerFixture, 'endpointslices', 'mirrored', fromMs)
  await becomesTrue(() => writeTimes().length > 0, reconciledWithinMs)
  await untilQuiet(() => writeTimes().length, 1_000)
  return writeTimes().length
}

declareFieldRule(
  {
    field: mirrorBatch,
    aspect: 'each',
    says: 'At 0 each update of endpoints makes an update of their slice.',
    waits: true,
  },
  () => {
    test('writes a slice as often as endpoints are updated', async () => {
      requireFields(mirrorBatch)
      let writes = 0
      // A program that stalls may combine two updates, so the sequence is repeated.
      for (let attempt = 0; attempt < attempts && writes < 3; attempt++)
        writes = await countWrites('first', 3)

      // The document permits additional writes, such as a write of the previous state.
      expect(writes).toBeGreaterThanOrEqual(3)
    }).sees('mirrored-endpoints-batched-at-zero')
  },
)

declareFieldRule(
  {
    field: mirrorBatch,
    aspect: 'batch',
    says: 'Updates of endpoints within the batch period are mirrored together.',
    waits: true,
  },
  () => {
    test('writes a slice less often than endpoints are updated', async () => {
      requireFields(mirrorBatch)

      const writes = await countWrites('second', 4)
      expect(writes).toBeGreaterThan(0)
      expect(writes, 'a period may end between two of the updates').toBeLessThanOrEqual(2)
    }).sees(ignoringFault(mirrorBatch))
  },
)
