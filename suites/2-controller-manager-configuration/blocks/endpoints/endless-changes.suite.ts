import { becomesTrue, expect, expectInTime, nowMs, test, untilMoment } from '#kit'
import { requireFields, declareFieldRule } from '../field.ts'
import {
  endpointsBatch,
  fixtures,
  mirrorBatch,
  slicesBatch,
  untilWritten,
  writeTimesOf,
} from './batching-fixtures.ts'
import { addPod, subsetsOf } from './pods.ts'
import { reconciledWithinMs } from '../requests.ts'

const intervalMs = 400
// Number of periods during which pods change.
const busyPeriods = 2.5
// Longest time from the end of a period until the write of a busy manager. At a doubled period, or with a period that
// each change restarts, the write would come later by a period.
const writtenWithinMs = 1_300

const batchedResources = [
  {
    field: endpointsBatch,
    resource: 'endpoints',
    prefix: 'endpoints',
    periods: { first: 2_000, second: 3_000 },
  },
  {
    field: slicesBatch,
    resource: 'endpointslices',
    prefix: 'slices',
    periods: { first: 3_000, second: 2_000 },
  },
] as const

for (const { field, resource, prefix, periods } of batchedResources)
  declareFieldRule(
    {
      field,
      aspect: 'endless',
      says: 'The first change of a pod is written once the batch period is over, although further changes follow.',
      waits: true,
    },
    () => {
      test
        .for({ 'the first period': 'first', 'the second period': 'second' } as const)(
          { title: `writes ${resource} soon after %s although pods never stop changing`, id: '%s' },
          async (which) => {
            requireFields(field)
            const managerFixture = await fixtures[which]()
            const service = `${prefix}-busy`
            await untilWritten(managerFixture, resource, service)
            const [fromMs, periodMs] = [nowMs(), periods[which]]
            const writeTimes = () => writeTimesOf(managerFixture, resource, service, fromMs)
            for (let number = 2; number * intervalMs < busyPeriods * periodMs; number++) {
              addPod(managerFixture.api, service, number)
              await untilMoment(fromMs + (number - 1) * intervalMs, 'it is the turn of the next pod')
            }
            await becomesTrue(() => writeTimes().length > 0, reconciledWithinMs)

            const [first = nowMs()] = writeTimes()
            expect(writeTimes().length, 'writes').toBeGreaterThan(0)
            expectInTime(
              { earliestMs: first, latestMs: first },
              {
                what: 'the first change is written',
                originMs: fromMs,
                notBeforeMs: fromMs + periodMs,
                notAfterMs: fromMs + periodMs + writtenWithinMs,
                jitterMs: managerFixture.canary.worst(fromMs, first),
                marginMs: periodMs - 1_000,
              },
            )
          },
        )
        .sees('batch-period-restarted', 'batch-period-doubled')
    },
  )

declareFieldRule(
  {
    field: mirrorBatch,
    aspect: 'delay',
    says: 'An update of endpoints is mirrored once the batch period is over, at the latest.',
    waits: true,
  },
  () => {
    test
      .for({ 'the period of 0 s': ['first', 0], 'the period of 2 s': ['second', 2_000] } as const)(
        { title: 'updates a slice no later than %s after its endpoints', id: '%s' },
        async ([which, periodMs]) => {
          requireFields(mirrorBatch)
          const managerFixture = await fixtures[which]()
          const service = 'mirrored-in-time'
          await untilWritten(managerFixture, 'endpointslices', service)
          const fromMs = nowMs()
          managerFixture.api.hand.patch({ resource: 'endpoints', name: service }, { subsets: subsetsOf(3) })
          const writeTimes = () => writeTimesOf(managerFixture, 'endpointslices', service, fromMs)
          await becomesTrue(() => writeTimes().length > 0, reconciledWithinMs)

          const [first = nowMs()] = writeTimes()
          expect(writeTimes().length, 'writes').toBeGreaterThan(0)
          expectInTime(
            { earliestMs: first, latestMs: first },
            {
              what: 'the update is mirrored',
              originMs: fromMs,
              notAfterMs: fromMs + periodMs + writtenWithinMs,
              jitterMs: managerFixture.canary.worst(fromMs, first),
              marginMs: 1_500,
            },
          )
        },
      )
      .sees(([which]) =>
        which === 'first' ? 'mirrored-endpoints-late-at-zero' : 'mirror-batch-period-doubled',
      )
  },
)
