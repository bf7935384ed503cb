import { inject } from 'vitest'
import { becomesTrue, monitorJitter, nowMs, untilMoment } from '#kit'
import type { Disagreement, CaseResult } from '#kit/generate.ts'
import { dialectOf } from '#kit/launch.ts'
import type { ControllerManager } from '#harness/programs/controller-manager.ts'
import { type ApiServer, fail } from '#mocks/api-server/index.ts'
import { managerOutcome } from '../../shared/controller-manager.ts'
import { startManagersApi } from '../../shared/controller-manager/default-configuration.ts'
import {
  requestsOfLease,
  electionBlock,
  firstWork,
  holdByOther,
  holderOf,
  lock,
  renewForOtherHolder,
  writesOfLease,
} from '../../shared/manager/election.ts'
import { createWork, workerName, workOf } from '../../shared/manager/work.ts'
import type { ElectionCase, ObservedEvent } from './model.ts'
import { failuresEndMs, stateAt } from './oracle.ts'

// Tolerance for a busy machine. A defect changes a time by at least a second.
const slackMs = 400
const leadsWithinMs = 15_000
const worksWithinMs = 2_500

/** Starts a candidate for each case, and observes the beginning and the end of its leadership. */
export const judgeElections = (cases: readonly ElectionCase[]): Promise<readonly CaseResult[]> =>
  Promise.all(cases.map(judgeCase))

async function judgeCase(testCase: ElectionCase): Promise<CaseResult> {
  const api = await startManagersApi(dialectOf(inject('settings').target))
  try {
    api.hand.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: lock.namespace } })
    createWork(api)
    if ('renewals' in testCase.course) holdByOther(api, testCase.times.leaseMs)
    const disagreements: Disagreement[] = []
    const configuration = { Generic: { LeaderElection: electionBlock(testCase.times) } }
    const controllersBlock = { Generic: { Controllers: [workerName('deployments')] } }
    const startResult = await managerOutcome(
      { api, configuration, extraConfiguration: controllersBlock },
      async (manager) => {
        monitorJitter(manager.processId)
        const differences =
          'renewals' in testCase.course
            ? await differencesWhileWaiting(testCase, api)
            : await differencesWhileLeading(testCase, api, manager)
        disagreements.push(
          ...differences.map(({ expected, actual }) => ({ asked: testCase, expected, actual })),
        )
      },
    )
    if (startResult.outcome === 'ready') return { disagreements }
    const actual = { outcome: startResult.outcome, stderr: startResult.stderr.trim().slice(-600) }
    return { disagreements: [{ asked: testCase, expected: { outcome: 'ready' }, actual }] }
  } finally {
    await api.stop()
  }
}

type ElectionDifference = Pick<Disagreement, 'expected' | 'actual'>

/**
 * Returns the differences while another client holds the lease, which may be taken over once the last renewal is as old
 * as the lease.
 */
async function differencesWhileWaiting(
  { times, course }: ElectionCase,
  api: ApiServer,
): Promise<readonly ElectionDifference[]> {
  const renewals = 'renewals' in course ? course.renewals : []
  const isHeldByOther = (): boolean => holderOf(api) === 'somebody-else'
  const observedEvents: ObservedEvent[] = [
    { atMs: requestsOfLease(api)[0]?.atMs ?? nowMs(), what: 'sees another' },
  ]
  for (const share of renewals) {
    const { atMs } = observedEvents.at(-1) as ObservedEvent
    await untilMoment(atMs + share * times.leaseMs, 'somebody else was to renew the lease')
    if (!isHeldByOther()) break
    renewForOtherHolder(api)
    observedEvents.push({ atMs: nowMs(), what: 'another renews' })
  }
  await becomesTrue(() => !isHeldByOther() && firstWork(api) !== undefined, leadsWithinMs)
  const [taken] = writesOfLease(api)
  if (taken === undefined) return [{ expected: 'it takes the lease over', actual: 'it does not' }]
  const state = stateAt(times, observedEvents, taken.atMs + slackMs)
  const lastEvent = observedEvents.at(-1) as ObservedEvent
  const earlyTakeover = {
    expected: 'no sooner than leaseDuration',
    actual: `${Math.round(taken.atMs - lastEvent.atMs)} ms`,
  }
  return [...(state === 'may take over' ? [] : [earlyTakeover]), ...differencesOfWork(api, taken.atMs)]
}

/** Returns work that was done before the lease was held, or the absence of work after it. */
function differencesOfWork(api: ApiServer, fromMs: number): readonly ElectionDifference[] {
  const firstRequest = firstWork(api)
  if (firstRequest === undefined) return [{ expected: 'it leads and works', actual: 'nothing' }]
  return firstRequest.atMs < fromMs ? [{ expected: 'no work before the lease', actual: 'work' }] : []
}

/**
 * Returns the differences with a free lease, which is acquired, renewed, and kept unless renewals fail beyond the
 * deadline.
 */
async function differencesWhileLeading(
  testCase: ElectionCase,
  api: ApiServer,
  manager: ControllerManager,
): Promise<readonly ElectionDifference[]> {
  const { times, course } = testCase
  await becomesTrue(() => firstWork(api) !== undefined, leadsWithinMs)
  const workDifferences = differencesOfWork(api, writesOfLease(api)[0]?.atMs ?? Infinity)
  if (workDifferences.length > 0) return workDifferences
  const nextRenewalMs = await renewalAfter(api, times.leaseMs)
  if (nextRenewalMs === undefined)
    return [{ expected: 'the lease is renewed before it is over', actual: 'it is not' }]
  const failureKind = 'failing' in course ? course.failing : 'never'
  if (failureKind === 'never') return controllersRunningOn(api, manager, 'later')
  const failures = api.on({ resource: 'leases', namespace: lock.namespace }, fail(500))
  const renewedMs = writesOfLease(api)
    .filter(({ atMs }) => atMs <= nextRenewalMs)
    .at(-1)?.atMs as number
  if (failureKind === 'for a while') {
    await untilMoment(failuresEndMs(times, renewedMs), 'failures were to end')
    failures.end()
    if ((await renewalAfter(api, times.leaseMs)) === undefined)
      return [{ expected: 'it goes on renewing', actual: 'it does not' }]
    return controllersRunningOn(api, manager, 'later')
  }
  return differencesAfterFailure(testCase, api, manager, renewedMs)
}

/** Returns the time of the next renewal of the lease; `undefined` if there is none in time. */
async function renewalAfter(api: ApiServer, withinMs: number): Promise<number | undefined> {
  const writesBefore = writesOfLease(api).length
  await becomesTrue(() => writesOfLease(api).length > writesBefore, withinMs)
  return writesOfLease(api).length > writesBefore ? writesOfLease(api).at(-1)?.atMs : undefined
}

async function controllersRunningOn(
  api: ApiServer,
  manager: ControllerManager,
  name: string,
): Promise<readonly ElectionDifference[]> {
  if (await managerWorks(api, manager, name)) return []
  const actual = manager.program.exit === undefined ? 'it does not work' : 'it has ended'
  return [{ expected: 'it leads on', actual }]
}

/** Reports whether a manager does the work of a leader. */
async function managerWorks(api: ApiServer, manager: ControllerManager, name: string): Promise<boolean> {
  if (manager.program.exit !== undefined) return false
  createWork(api, name)
  return becomesTrue(() => workOf(api, 'deployments', name).length > 0, worksWithinMs)
}

/** Returns the differences after permanent failures, with which leadership ends at the deadline. */
async function differencesAfterFailure(
  { times }: ElectionCase,
  api: ApiServer,
  manager: ControllerManager,
  renewedMs: number,
): Promise<readonly ElectionDifference[]> {
  const observedEvents: readonly ObservedEvent[] = [{ atMs: renewedMs, what: 'renews' }]
  // The deadline, and the time for one more attempt.
  const exitWithinMs = times.renewMs + 2 * times.retryMs + 2_000
  await becomesTrue(() => manager.program.exit !== undefined, exitWithinMs)
  const { exit } = manager.program
  if (exit !== undefined) {
    const state = stateAt(times, observedEvents, exit.atMs + slackMs)
    const actual = `after ${Math.round(exit.atMs - renewedMs)} ms`
    return state === 'has stopped' ? [] : [{ expected: 'it leads until renewDeadline', actual }]
  }
  return (await managerWorks(api, manager, 'too-late'))
    ? [{ expected: 'it has stopped leading', actual: 'it works' }]
    : []
}
