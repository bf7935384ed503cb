import { formerly, nowMs, test, untilMoment } from '#kit'
import { requireFields, fieldRule } from '../field.ts'
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

const apartMs = 250

/** Kinds of objects with a period, as set in `first` and `second`, in milliseconds. */
const batched = {
  endpoints: { field: endpointsBatch, periods: { first: 2_000, second: 3_000 } },
  endpointslices: { field: slicesBatch, periods: { first: 3_000, second: 2_000 } },
} as const
type Batched = keyof typeof batched

/** Changes pods of a service, and expects one write of its object, not before the period has passed. */
async function expectBatched(
  resource: Batched,
  which: FixtureName,
  service: string,
  act: (fixture: ManagerFixture) => Promise<void>,
): Promise<void> {
  const { field, periods } = batched[resource]
  requireFields(field)
  const fixture = await fixtures[which]()
  await untilWritten(fixture, resource, service)
  const fromMs = nowMs()
  await act(fixture)
  await expectOneBatch(fixture, { resource, service, fromMs, periodMs: periods[which] })
}

const cases = Object.fromEntries(
  (['first', 'second'] as const).flatMap((which) =>
    (Object.keys(podChanges) as PodChangeName[]).map((change) => [
      `${change} (${which} period)`,
      { which, change, fault: podChanges[change].fault },
    ]),
  ),
)

for (const resource of ['endpoints', 'endpointslices'] as const) {
  const { field } = batched[resource]
  const prefix = resource === 'endpoints' ? 'endpoints' : 'slices'
  fieldRule(
    {
      field,
      aspect: 'each-change',
      says: 'Each sort of change of a pod is written no sooner than the batch period after it.',
      waits: true,
    },
    () => {
      test
        .for(cases)(`writes ${resource} after the period when a pod %s`, async ({ which, change }) => {
          const service = serviceOf(prefix, change)
          await expectBatched(resource, which, service, async ({ api }) =>
            podChanges[change].act(api, service),
          )
        })
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
              const acts = [
                () => removePod(api, service, 1),
                () => setReady(api, service, 2, false),
                () => addPod(api, service, 9),
                () => removePod(api, service, 3),
              ]
              for (const [number, act] of acts.entries()) {
                await untilMoment(fromMs + number * apartMs, 'it is the turn of the next change')
                act()
              }
            })
          },
        )
        .sees('pod-additions-not-batched')
    },
  )
}
