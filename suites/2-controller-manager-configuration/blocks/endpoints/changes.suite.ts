import { formerly, nowMs, test, untilMoment } from '#kit'
import { requireFields, declareFieldRule } from '../field.ts'
import { type ManagerFixture } from '../fixture.ts'
import {
  endpointsBatch,
  expectOneBatch,
  untilWritten,
  slicesBatch,
  type FixtureName,
  fixtures,
} from './batching-fixtures.ts'
import { type PodChangeName, podChanges, serviceOf } from './changes.ts'
import { addPod, removePod, setReady } from './pods.ts'

const intervalMs = 250

/** Resources with a batch period, with its values in `first` and `second`, in milliseconds. */
const batchedResources = {
  endpoints: { field: endpointsBatch, periods: { first: 2_000, second: 3_000 } },
  endpointslices: { field: slicesBatch, periods: { first: 3_000, second: 2_000 } },
} as const
type BatchedResource = keyof typeof batchedResources

/** Changes pods of a service, and expects one write of its object, not before the period has passed. */
async function expectBatched(
  resource: BatchedResource,
  which: FixtureName,
  service: string,
  act: (fixture: ManagerFixture) => Promise<void>,
): Promise<void> {
  const { field, periods } = batchedResources[resource]
  requireFields(field)
  const managerFixture = await fixtures[which]()
  await untilWritten(managerFixture, resource, service)
  const fromMs = nowMs()
  await act(managerFixture)
  await expectOneBatch(managerFixture, { resource, service, fromMs, periodMs: periods[which] })
}

const changeTexts: Readonly<Partial<Record<PodChangeName, string>>> = {
  'is deleted with grace and then gone': 'is deleted with a grace period and then removed',
  'is replaced by another of its name': 'is replaced by a pod of the same name',
  'gets another address': 'gets a different address',
  'gets the labels': 'gets the labels of the service',
}
const cases = Object.fromEntries(
  (['first', 'second'] as const).flatMap((which) =>
    (Object.keys(podChanges) as PodChangeName[]).map((change) => [
      `${changeTexts[change] ?? change} (${which} period)`,
      formerly(`${change} (${which} period)`, { which, change, fault: podChanges[change].fault }),
    ]),
  ),
)

for (const resource of ['endpoints', 'endpointslices'] as const) {
  const { field } = batchedResources[resource]
  const prefix = resource === 'endpoints' ? 'endpoints' : 'slices'
  declareFieldRule(
    {
      field,
      aspect: 'each-change',
      says: 'Each sort of change of a pod is written no sooner than the batch period after it.',
      waits: true,
    },
    () => {
      test
        .for(cases)(
          {
            title: `writes ${resource} only after the batch period when a pod %s`,
            id: `writes ${resource} after the period when a pod %s`,
          },
          async ({ which, change }) => {
            const service = serviceOf(prefix, change)
            await expectBatched(resource, which, service, async ({ api }) =>
              podChanges[change].act(api, service),
            )
          },
        )
        .sees(({ fault }) => fault)

      test
        .for({
          'the first period': 'first',
          'the second period': formerly('another period', 'second'),
        } as const)(
          {
            title: `writes ${resource} once, after %s, for several sorts of changes`,
            id: `several-sorts-after-%s`,
          },
          async (which: FixtureName) => {
            const service = `${prefix}-mixed`
            await expectBatched(resource, which, service, async ({ api }) => {
              const fromMs = nowMs()
              const changes = [
                () => removePod(api, service, 1),
                () => setReady(api, service, 2, false),
                () => addPod(api, service, 9),
                () => removePod(api, service, 3),
              ]
              for (const [number, act] of changes.entries()) {
                await untilMoment(fromMs + number * intervalMs, 'it is the turn of the next change')
                act()
              }
            })
          },
        )
        .sees('pod-additions-not-batched')
    },
  )
}
