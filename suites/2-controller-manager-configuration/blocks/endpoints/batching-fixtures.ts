import { becomesTrue, expect, expectInTime, rejectJitter } from '#kit'
import { requestsSince } from '../requests.ts'
import { untilQuiet, sharedFixture, type ManagerFixture } from '../fixture.ts'
import { arrangePods } from './changes.ts'
import { putMirroredService, serviceWithPods, subsetsOf } from './pods.ts'

export const withinMs = 10_000
/** Time between the batch period of the initial state and the first change, in milliseconds. */
export const settledMs = 1_000
/** JSON pointers of the fields. */
export const endpointsBatch = '/EndpointController/EndpointUpdatesBatchPeriod'
export const slicesBatch = '/EndpointSliceController/EndpointUpdatesBatchPeriod'
export const mirrorBatch = '/EndpointSliceMirroringController/MirroringEndpointUpdatesBatchPeriod'

const batchingFixture = (endpoints: string, slices: string, mirror: string) =>
  sharedFixture(() => ({
    blocks: ['EndpointController', 'EndpointSliceController', 'EndpointSliceMirroringController'],
    fields: { [endpointsBatch]: endpoints, [slicesBatch]: slices, [mirrorBatch]: mirror },
    watched: ['services', 'pods', 'endpoints', 'endpointslices'],
    before: (api) => {
      serviceWithPods(api, 'endpoints', 1)
      serviceWithPods(api, 'slices', 1)
      putMirroredService(api, 'mirrored', subsetsOf(1))
      for (const resource of ['endpoints', 'slices']) {
        arrangePods(api, resource)
        serviceWithPods(api, `${resource}-mixed`, 3)
      }
    },
  }))
/** Two programs with different periods. */
export const fixtures = {
  first: batchingFixture('2s', '3s', '0s'),
  second: batchingFixture('3s', '2s', '2s'),
} as const
export type FixtureName = keyof typeof fixtures

const writeVerbs = ['create', 'update', 'patch'] as const

/** Returns the times of the writes to an object of a service since a moment. */
export function writes({ api }: ManagerFixture, resource: string, service: string, fromMs: number): number[] {
  return requestsSince(api, fromMs, { verb: writeVerbs, resource })
    .filter(({ body }) => JSON.stringify(body ?? {}).includes(`"${service}"`))
    .map(({ atMs }) => atMs)
}

/** Waits until the initial state has been written. */
export async function untilSettled(
  fixture: ManagerFixture,
  resource: string,
  service: string,
): Promise<void> {
  await becomesTrue(() => writes(fixture, resource, service, 0).length > 0, withinMs)
  await untilQuiet(() => writes(fixture, resource, service, 0).length)
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
  const writeTimes = () => writes(fixture, resource, service, fromMs)
  await becomesTrue(() => writeTimes().length > 0, withinMs)
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
