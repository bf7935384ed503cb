import { becomesTrue, expect, nowMs, test, untilMoment } from '#kit'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { ignoring } from '../../../shared/controller-manager/leaves.ts'
import { requireFields, fieldRule } from '../field.ts'
import { requestsSince } from '../requests.ts'
import { put, sharedFixture } from '../fixture.ts'

const threshold = '/PodGCController/TerminatedPodGCThreshold'
const terminated = 8
const withinMs = 10_000
/** Several passes of any known collector. */
const laterWithinMs = 60_000
/** Longer than the first pass of any known collector. */
const idleMs = 3_000

const fixture = (max: number, pods = terminated) =>
  sharedFixture(() => ({
    blocks: ['PodGCController'],
    fields: { [threshold]: max },
    watched: ['pods'],
    before: (api) => putTerminated(api, pods),
  }))
/** Creates terminated pods, every other one in another namespace, and the same number of running ones. */
function putTerminated(api: ApiServer, pods: number): void {
  put(api, { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-a' } })
  for (let number = 0; number < pods; number++) {
    putPod(
      api,
      `over-${number}`,
      number % 4 < 2 ? 'default' : 'other',
      number % 2 === 0 ? 'Succeeded' : 'Failed',
    )
    putPod(api, `running-${number}`, 'default', 'Running')
  }
}

function putPod(api: ApiServer, name: string, namespace: string, phase: string): void {
  put(api, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace },
    spec: { nodeName: 'node-a', containers: [{ name: 'main', image: 'judged.example/main' }] },
    status: { phase },
  })
}

const named = (api: ApiServer, prefix: string) =>
  api.hand.list('pods').filter(({ metadata }) => metadata.name.startsWith(prefix))
const left = (api: ApiServer) => named(api, 'over-').length
const terminatedOf = (api: ApiServer) =>
  api.hand
    .list('pods')
    .filter(({ status }) => (status as { phase?: string } | undefined)?.phase !== 'Running')

const collecting = { three: [3, fixture(3)], five: [5, fixture(5)] } as const
const keeping = { three: [3, fixture(3, 3)], five: [5, fixture(5, 5)] } as const
const disabling = {
  0: { most: 0, seen: fixture(0), fault: 'terminated-pods-collected-at-zero' },
  'a number below 0': { most: -1, seen: fixture(-1), fault: 'terminated-pods-collected-below-zero' },
} as const

fieldRule(
  {
    field: threshold,
    aspect: 'threshold',
    says: 'As many terminated pods may stay as TerminatedPodGCThreshold says; those above it are deleted.',
  },
  () => {
    test
      .for(collecting)(`leaves %s of ${terminated} terminated pods`, async ([most, request]) => {
        requireFields(threshold)
        const { api } = await request()
        await becomesTrue(() => left(api) <= most, withinMs)

        // The document does not state how many pods are deleted once collection has started.
        expect(left(api)).toBeLessThanOrEqual(most)
      })
      .sees(ignoring(threshold), 'terminated-pods-counted-per-namespace')

    test
      .for(keeping)(
        { title: 'deletes no pod if there are exactly %s', id: 'deletes no pod where there are just %s' },
        async ([most, request]) => {
          requireFields(threshold)
          const { api } = await request()
          await untilMoment(nowMs() + idleMs, 'a collector would have begun')

          expect(requestsSince(api, 0, { verb: ['delete', 'deletecollection'], resource: 'pods' })).toEqual(
            [],
          )
          expect(left(api)).toBe(most)
        },
      )
      .sees('terminated-pods-collected-at-threshold')
  },
)

fieldRule(
  {
    field: threshold,
    aspect: 'later',
    says: 'Pods that terminate later are included, and pods that run are not.',
    waits: true,
    limitMs: 90_000,
  },
  () => {
    test
      .for(collecting)(
        { title: 'leaves %s terminated pods after others terminated later', id: 'leaves-%s-of-later' },
        async ([most, request]) => {
          requireFields(threshold)
          const { api } = await request()
          await becomesTrue(() => left(api) <= most, withinMs)
          expect(named(api, 'running-'), 'the pods that run').toHaveLength(terminated)
          for (const { metadata } of named(api, 'running-'))
            api.hand.patch({ resource: 'pods', name: metadata.name }, { status: { phase: 'Succeeded' } })

          await becomesTrue(() => terminatedOf(api).length <= most, laterWithinMs)
          expect(terminatedOf(api).length).toBeLessThanOrEqual(most)
        },
      )
      .sees('terminated-pods-collected-once')
  },
)

fieldRule(
  {
    field: threshold,
    aspect: 'disabled',
    says: 'At 0 and below nothing collects terminated pods.',
    waits: true,
  },
  () => {
    test
      .for(disabling)('deletes no pod at %s', async ({ seen: request }) => {
        requireFields(threshold)
        const { api } = await request()
        await untilMoment(nowMs() + idleMs, 'a collector would have begun')

        expect(requestsSince(api, 0, { verb: ['delete', 'deletecollection'], resource: 'pods' })).toEqual([])
        expect(left(api)).toBe(terminated)
      })
      .sees(({ fault }) => fault)
  },
)
