import { monitorJitter, expect, rulesOf, says, test } from '#kit'
import { checkApi, controllerName, startManager } from '../../shared/controller-manager.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'
import { createWork, workerName, workOf } from '../../shared/manager/work.ts'
import { putObject } from '../blocks/fixture.ts'
import { objectsByKind } from '../blocks/workers/objects.ts'

const { must } = rulesOf({
  document: 2,
  section: 'GenericControllerManagerConfiguration',
  overlaps: true,
  waits: true,
})

const withinMs = 40_000
// Tolerance: less than the interval, and more than the time between two watches of one controller.
const slackMs = 400
// Maximum number of intervals between the starts: a program may also wait before its first controller, and wait up to
// twice as long each time to spread the starts.
const maxIntervals = 4
const lateSlackMs = 2_000

/** Returns the time from the first request of a manager until both of its controllers have worked. */
async function startedMs(ControllerStartInterval: string): Promise<number> {
  const api = await checkApi()
  createWork(api)
  const manager = await startManager({
    api,
    configuration: {
      Generic: {
        ControllerStartInterval,
        Controllers: [workerName('deployments'), workerName('replicaSets')],
      },
    },
  })
  monitorJitter(manager.processId)
  const firstWorkRequests = () => [workOf(api, 'deployments')[0], workOf(api, 'replicaSets')[0]]
  await expectWithin(() => firstWorkRequests().every((request) => request !== undefined), {
    withinMs,
    what: 'both controllers worked',
  })

  const lastStartMs = Math.max(...firstWorkRequests().map((request) => request?.atMs ?? 0))
  return lastStartMs - (api.journal[0]?.atMs ?? lastStartMs)
}

/** Controllers with an object that each of them creates another object for. */
const creators = {
  ReplicaSetController: 'replicaSet',
  ReplicationController: 'replicationController',
  JobController: 'job',
  DaemonSetController: 'daemonSet',
} as const
const nameOf = (kind: string) => `of-${kind.toLowerCase()}`

must('manager.generic.controller-start-interval.each', 'ControllerStartInterval', () => {
  says('Between any two consecutive starts of controllers ControllerStartInterval passes.')
  test(
    { title: 'the last of four controllers begins to work after three intervals', id: 'after-three' },
    async () => {
      const intervalMs = 1_500
      const api = await checkApi()
      putObject(api, { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-a' } })
      for (const kind of Object.values(creators)) putObject(api, objectsByKind[kind](nameOf(kind), 'default'))
      await startManager({
        api,
        configuration: {
          Generic: {
            ControllerStartInterval: `${intervalMs}ms`,
            Controllers: Object.keys(creators).map((block) => controllerName(block)),
          },
        },
      })
      const firstCreations = () =>
        Object.values(creators).map((kind) =>
          api.journal.find(
            ({ verb, resource, body }) =>
              verb === 'create' &&
              resource !== 'events' &&
              JSON.stringify(body ?? '').includes(`"${nameOf(kind)}"`),
          ),
        )
      await expectWithin(() => firstCreations().every((request) => request !== undefined), {
        withinMs,
        what: 'all controllers worked',
      })

      const lastStartMs = Math.max(...firstCreations().map((request) => request?.atMs ?? 0))
      expect(lastStartMs - (api.journal[0]?.atMs ?? lastStartMs)).toBeGreaterThan(3 * intervalMs - slackMs)
    },
  ).sees('start-interval-once')
})

must('manager.generic.controller-start-interval.waits', 'ControllerStartInterval', () => {
  says('Between the starts of two controllers ControllerStartInterval passes.')
  const intervals = { 'two seconds': 2_000, 'four seconds': 4_000 } as const
  const intervalFaults = [
    'field-ignored-generic-controller-start-interval',
    'controllers-started-late',
  ] as const

  const measureWait = async (intervalMs: number) => {
    // The manager without an interval shows the duration of a start at the same time.
    const [delayedStartMs, immediateStartMs] = await Promise.all([
      startedMs(`${intervalMs}ms`),
      startedMs('0s'),
    ])

    expect(delayedStartMs, 'milliseconds from the first request on').toBeGreaterThan(intervalMs - slackMs)
    expect(delayedStartMs - immediateStartMs, 'milliseconds more than without an interval').toBeGreaterThan(
      intervalMs / 2,
    )
    expect(delayedStartMs - immediateStartMs, 'milliseconds more than without an interval').toBeLessThan(
      maxIntervals * intervalMs + lateSlackMs,
    )
  }
  test(
    {
      title: 'both controllers begin to work no sooner than two seconds after the first request',
      id: 'both controllers work no sooner than the interval after the first request',
    },
    () => measureWait(intervals['two seconds']),
  ).sees(...intervalFaults)

  test(
    {
      title: 'both controllers begin to work no sooner than four seconds after the first request',
      id: 'another interval passes as well',
    },
    () => measureWait(intervals['four seconds']),
  ).sees(...intervalFaults)
})
