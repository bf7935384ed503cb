import { monitorJitter, expect, rulesOf, says, test } from '#kit'
import { checkApi, startManager } from '../../shared/controller-manager.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'
import { createWork, workerName, workOf } from '../../shared/manager/work.ts'

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
