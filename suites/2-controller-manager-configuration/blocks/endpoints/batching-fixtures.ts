import { becomesTrue, expect, expectInTime, rejectJitter, shared, untilMoment } from '#kit'
import { reconciledWithinMs, requestsSince } from '../requests.ts'
import { sharedFixture, untilQuiet, type ManagerFixture } from '../fixture.ts'
import { arrangePods } from './changes.ts'
import { putMirroredService, serviceWithPods, subsetsOf } from './pods.ts'

/** Period without a write after which the initial state has been written. */
const settledMs = 1_000
/** Long enough for the write of the initial state by a manager that waits for a processor. */
const settledWithinMs = 30_000
/** JSON pointers of the tested fields. */
export const endpointsBatch = '/EndpointController/EndpointUpdatesBatchPeriod'
export const slicesBatch = '/EndpointSliceController/EndpointUpdatesBatchPeriod'
export const mirrorBatch = '/EndpointSliceMirroringController/MirroringEndpointUpdatesBatchPeriod'

/** Returns a shared program with the given batch periods, in seconds, after it has written the initial state. */
function batchingFixture(endpoints: number, slices: number, mirror: number): () => Promise<ManagerFixture> {
  const fixture = sharedFixture(() => ({
    blocks: ['EndpointController', 'EndpointSliceController', 'EndpointSliceMirroringController'],
    fields: {
      [endpointsBatch]: `${endpoints}s`,
      [slicesBatch]: `${slices}s`,
      [mirrorBatch]: `${mirror}s`,
    },
    watchedResources: ['services', 'pods', 'endpoints', 'endpointslices'],
    prepareApi: (api) => {
      serviceWithPods(api, 'endpoints', 1)
      serviceWithPods(api, 'slices', 1)
      putMirroredService(api, 'mirrored', subsetsOf(1))
      putMirroredService(api, 'mirrored-in-time', subsetsOf(1))
      for (const resource of ['endpoints', 'slices']) {
        arrangePods(api, resource)
        serviceWithPods(api, `${resource}-mixed`, 3)
        serviceWithPods(api, `${resource}-busy`, 1)
      }
    },
  }))
  // The program sees the initial pods as a change, so it would write a change during their batch period in the same
  // batch.
  const waitUntilSettled = shared(async () => {
    const { api, readyMs } = await fixture()
    await untilMoment(readyMs + Math.max(endpoints, slices, mirror) * 1_000, 'the batch periods are over')
    const written = () =>
      ['endpoints', 'endpointslices'].flatMap((resource) =>
        requestsSince(api, 0, { verb: writeVerbs, resource }),
      )
    await untilQuiet(() => written().length, settledMs, settledWithinMs)
  })
  return async () => {
    await waitUntilSettled()
    return fixture()
  }
}
const writeVerbs = ['create', 'update', 'patch'] as const

/** Two programs with different periods. */
export const fixtures = { first: batchingFixture(2, 3, 0), second: batchingFixture(3, 2, 2) } as const
export type FixtureName = keyof typeof fixtures

/** Returns the times of the writes to an object of a service since a moment. */
export function writeTimesOf(
  { api }: ManagerFixture,
  resource: string,
  service: string,
  fromMs: number,
): number[] {
  return requestsSince(api, fromMs, { verb: writeVerbs, resource })
    .filter(({ body }) => JSON.stringify(body ?? {}).includes(`"${service}"`))
    .map(({ atMs }) => atMs)
}

/** Waits until the object of a service has been written and its writes have stopped. */
export async function untilWritten(
  fixture: ManagerFixture,
  resource: string,
  service: string,
): Promise<void> {
  const count = () => writeTimesOf(fixture, resource, service, 0).length
  await becomesTrue(() => count() > 0, reconciledWithinMs)
  await untilQuiet(count)
}

/** Changes of one service that are written as one batch. Times are in milliseconds. */
export interface Batch {
  readonly resource: string
  readonly service: string
  readonly fromMs: number
  readonly periodMs: number
}

/** Expects that the changes since a moment are written once, and not before the period has passed. */
export async function expectOneBatch(
  fixture: ManagerFixture,
  { resource, service, fromMs, periodMs }: Batch,
): Promise<void> {
  const writeTimes = () => writeTimesOf(fixture, resource, service, fromMs)
  await becomesTrue(() => writeTimes().length > 0, reconciledWithinMs)
  await untilQuiet(() => writeTimes().length)

  const [first] = writeTimes()
  // A stalled manager may write its initial state together with the change.
  if ((first ?? fromMs) < fromMs + periodMs)
    rejectJitter(() => fixture.canary.worst(fixture.readyMs, fromMs), settledMs)
  expect(writeTimes(), 'the writes').toHaveLength(1)
  expectInTime(
    { earliestMs: first ?? fromMs, latestMs: first ?? fromMs },
    {
      what: 'the change is written',
      originMs: fromMs,
      notBeforeMs: fromMs + periodMs,
      jitterMs: fixture.canary.worst(fromMs, first ?? fromMs),
      marginMs: periodMs - 1_000,
    },
  )
}
