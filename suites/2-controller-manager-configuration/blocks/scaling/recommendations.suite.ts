import { becomesTrue, expect, expectSpan, nowMs, test } from '#kit'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { requireFields, declareFieldRule } from '../field.ts'
import { reconciledWithinMs, requestsSince } from '../requests.ts'
import { putScaled, reportUsage } from './scaled-pods.ts'
import { windowField } from './fields.ts'
import { fixtures } from './fixtures.ts'

const podCount = 4
const idlePods = Array.from({ length: podCount }, () => ({ load: 0.2 }))
// Load for which three of the four replicas are recommended.
const busyPods = Array.from({ length: podCount }, () => ({ load: 0.7 }))
const busyReplicas = 3
// The first of these recommendations leave the window before the one for the busy pods does.
const idleReads = 3

/** Returns the times since a moment at which an object was scaled below the recommendation for its busy pods. */
function loweredAtMs(api: ApiServer, namespace: string, fromMs: number): readonly number[] {
  return ['deployments/scale', 'deployments']
    .flatMap((resource) => requestsSince(api, fromMs, { verb: ['update', 'patch'], resource }))
    .filter((request) => request.namespace === namespace)
    .filter(({ body }) => {
      const { spec } = (body ?? {}) as { readonly spec?: { readonly replicas?: number } }
      return (spec?.replicas ?? busyReplicas) < busyReplicas
    })
    .map(({ atMs }) => atMs)
    .toSorted((one, other) => one - other)
}

declareFieldRule(
  {
    field: windowField,
    aspect: 'later',
    capability: 'pod-metrics',
    says: 'Nothing is scaled down below a recommendation that came later within the stabilization window, either.',
    waits: true,
  },
  () => {
    test
      .for({ '4 s': ['first', 4_000], '6 s': ['second', 6_000] } as const)(
        {
          title:
            'scales an object whose pods were busy in between down once the window of %s has passed again',
          id: 'busy-in-between-%s',
        },
        async ([which, windowMs]) => {
          requireFields(windowField)
          const { api, canary } = await fixtures[which]()
          const namespace = 'busy-in-between'
          putScaled(api, namespace, idlePods)
          const firstReads = reportUsage(api, namespace, idlePods)
          await becomesTrue(() => firstReads.length >= idleReads, reconciledWithinMs)
          const busyReads = reportUsage(api, namespace, busyPods)
          await becomesTrue(() => busyReads.length > 0, reconciledWithinMs)
          reportUsage(api, namespace, idlePods)
          const busyAtMs = busyReads.at(-1)?.atMs ?? nowMs()
          await becomesTrue(
            () => loweredAtMs(api, namespace, busyAtMs).length > 0,
            windowMs + reconciledWithinMs,
          )

          expect([firstReads.length >= idleReads, busyReads.length > 0], 'both loads were read').toEqual([
            true,
            true,
          ])
          const [loweredMs] = loweredAtMs(api, namespace, busyAtMs)
          expect(loweredMs, 'when it was scaled down').toBeDefined()
          const busyObserved = canary.observed(busyAtMs)
          expectSpan({
            what: 'it is scaled down',
            from: busyObserved,
            to: canary.observed(loweredMs ?? busyAtMs, busyAtMs),
            // The recommendation may be slightly older than the response to its request.
            atLeastMs: windowMs - 500,
            jitterMs: canary.worst(busyObserved.earliestMs, loweredMs ?? busyAtMs),
            marginMs: windowMs / 4,
          })
        },
      )
      .sees('autoscaler-later-recommendations-forgotten')
  },
)
