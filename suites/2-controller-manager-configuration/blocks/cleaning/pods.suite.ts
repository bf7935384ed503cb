import { becomesTrue, expect, nowMs, test, untilMoment } from '#kit'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { ignoringFault } from '../../../shared/controller-manager/leaves.ts'
import { requireFields, declareFieldRule } from '../field.ts'
import { reconciledWithinMs, requestsSince } from '../requests.ts'
import { putObject, sharedFixture, untilQuiet } from '../fixture.ts'

const threshold = '/PodGCController/TerminatedPodGCThreshold'
const terminatedCount = 8
/** Phases of pods that neither run nor have terminated. */
const otherPhases = ['Pending', 'Unknown'] as const
const podsPerPhase = 2
/** Long enough for several passes of any known collector. */
const laterWithinMs = 60_000
// Longer than the first pass of any known collector.
const idleMs = 3_000

const fixtureWithThreshold = (max: number, podCount = terminatedCount) =>
  sharedFixture(() => ({
    blocks: ['PodGCController'],
    fields: { [threshold]: max },
    watchedResources: ['pods'],
    prepareApi: (api) => putTerminated(api, podCount),
  }))
/** Creates terminated pods, alternately in two namespaces, as many running pods, and pods of other phases. */
function putTerminated(api: ApiServer, podCount: number): void {
  putObject(api, { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-a' } })
  for (let number = 0; number < podCount; number++) {
    putPod(
      api,
      `over-${number}`,
      number % 4 < 2 ? 'default' : 'other',
      number % 2 === 0 ? 'Succeeded' : 'Failed',
    )
    putPod(api, `running-${number}`, 'default', 'Running')
  }
  for (const phase of otherPhases)
    for (let number = 0; number < podsPerPhase; number++)
      putPod(api, `${phase}-${number}`.toLowerCase(), 'default', phase)
}

function putPod(api: ApiServer, name: string, namespace: string, phase: string): void {
  putObject(api, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace },
    spec: { nodeName: 'node-a', containers: [{ name: 'main', image: 'judged.example/main' }] },
    status: { phase },
  })
}

const podsNamed = (api: ApiServer, prefix: string) =>
  api.hand.list('pods').filter(({ metadata }) => metadata.name.startsWith(prefix))
const remainingPods = (api: ApiServer) => podsNamed(api, 'over-').length
const terminatedOf = (api: ApiServer) =>
  api.hand.list('pods').filter(({ status }) => /"(Succeeded|Failed)"/.test(JSON.stringify(status ?? {})))

const collectingCases = { three: [3, fixtureWithThreshold(3)], five: [5, fixtureWithThreshold(5)] } as const
const keepingCases = {
  three: [3, fixtureWithThreshold(3, 3)],
  five: [5, fixtureWithThreshold(5, 5)],
} as const
const disablingCases = {
  0: { most: 0, seen: fixtureWithThreshold(0), fault: 'terminated-pods-collected-at-zero' },
  'a number below 0': {
    most: -1,
    seen: fixtureWithThreshold(-1),
    fault: 'terminated-pods-collected-below-zero',
  },
} as const

declareFieldRule(
  {
    field: threshold,
    aspect: 'threshold',
    says: 'As many terminated pods may stay as TerminatedPodGCThreshold says; those above it are deleted.',
  },
  () => {
    test
      .for(collectingCases)(
        {
          title: `keeps at most %s of ${terminatedCount} terminated pods`,
          id: `leaves %s of ${terminatedCount} terminated pods`,
        },
        async ([most, request]) => {
          requireFields(threshold)
          const { api } = await request()
          await becomesTrue(() => remainingPods(api) <= most, reconciledWithinMs)

          // The document does not state how many pods are deleted once collection has started.
          expect(remainingPods(api)).toBeLessThanOrEqual(most)
        },
      )
      .sees(ignoringFault(threshold), 'terminated-pods-counted-per-namespace')

    test
      .for(keepingCases)(
        {
          title: 'deletes no pod if exactly %s pods have terminated',
          id: 'deletes no pod where there are just %s',
        },
        async ([most, request]) => {
          requireFields(threshold)
          const { api } = await request()
          await untilMoment(nowMs() + idleMs, 'a collector would have begun')

          expect(requestsSince(api, 0, { verb: ['delete', 'deletecollection'], resource: 'pods' })).toEqual(
            [],
          )
          expect(remainingPods(api)).toBe(most)
        },
      )
      .sees('terminated-pods-collected-at-threshold')
  },
)

declareFieldRule(
  {
    field: threshold,
    aspect: 'other-phases',
    says: 'Pods that neither run nor have terminated are not collected.',
  },
  () => {
    test
      .for({ pending: 'pending-', unknown: 'unknown-' })(
        { title: 'keeps pods in the phase %s, although terminated pods are above the threshold', id: '%s' },
        async (prefix) => {
          requireFields(threshold)
          const [most, request] = collectingCases.three
          const { api } = await request()
          await becomesTrue(() => remainingPods(api) <= most, reconciledWithinMs)
          await untilQuiet(() => api.hand.list('pods').length)

          expect(remainingPods(api), 'terminated pods').toBeLessThanOrEqual(most)
          // A deleted pod of a node stays until the agent of the node has ended it.
          const keptPods = podsNamed(api, prefix).filter(({ metadata }) => !metadata.deletionTimestamp)
          expect(keptPods, 'pods in the phase').toHaveLength(podsPerPhase)
        },
      )
      .sees('pods-not-running-collected')
  },
)

declareFieldRule(
  {
    field: threshold,
    aspect: 'later',
    says: 'Pods that terminate later are included, and pods that run are not.',
    waits: true,
    limitMs: 90_000,
  },
  () => {
    test
      .for(collectingCases)(
        {
          title: 'keeps at most %s terminated pods after further pods have terminated',
          id: 'leaves-%s-of-later',
        },
        async ([most, request]) => {
          requireFields(threshold)
          const { api } = await request()
          await becomesTrue(() => remainingPods(api) <= most, reconciledWithinMs)
          expect(podsNamed(api, 'running-'), 'the pods that run').toHaveLength(terminatedCount)
          for (const { metadata } of podsNamed(api, 'running-'))
            api.hand.patch({ resource: 'pods', name: metadata.name }, { status: { phase: 'Succeeded' } })

          await becomesTrue(() => terminatedOf(api).length <= most, laterWithinMs)
          expect(terminatedOf(api).length).toBeLessThanOrEqual(most)
        },
      )
      .sees('terminated-pods-collected-once')
  },
)

declareFieldRule(
  {
    field: threshold,
    aspect: 'disabled',
    says: 'At 0 and below nothing collects terminated pods.',
    waits: true,
  },
  () => {
    test
      .for(disablingCases)(
        { title: 'deletes no pod if the threshold is %s', id: 'deletes no pod at %s' },
        async ({ seen: request }) => {
          requireFields(threshold)
          const { api } = await request()
          await untilMoment(nowMs() + idleMs, 'a collector would have begun')

          expect(requestsSince(api, 0, { verb: ['delete', 'deletecollection'], resource: 'pods' })).toEqual(
            [],
          )
          expect(remainingPods(api)).toBe(terminatedCount)
        },
      )
      .sees(({ fault }) => fault)
  },
)
