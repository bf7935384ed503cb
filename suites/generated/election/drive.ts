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
  heldByOther,
  holderOf,
  lock,
  renewedByAnother,
  writesOfLease,
} from '../../shared/manager/election.ts'
import { createWork, workerName, workOf } from '../../shared/manager/work.ts'
import type { ElectionCase, ObservedEvent } from './model.ts'
import { failuresEndMs, stateAt } from './oracle.ts'

// Longest delay of a busy machine between two requests. A defect is off by at least a second.
const slackMs = 400
const leadsWithinMs = 15_000
const worksWithinMs = 2_500

/** Starts a candidate for each case, and observes when it leads and when it stops. */
export const judgeElections = (cases: readonly ElectionCase[]): Promise<readonly CaseResult[]> =>
  Promise.all(cases.map(judgeCase))

async function judgeCase(one: ElectionCase): Promise<CaseResult> {
  const api = await startManagersApi(dialectOf(inject('settings').target))
  try {
    api.hand.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: lock.namespace } })
    createWork(api)
    if ('renewals' in one.course) heldByOther(api, one.times.leaseMs)
    const wrong: Disagreement[] = []
    const configuration = { Generic: { LeaderElection: electionBlock(one.times) } }
    const further = { Generic: { Controllers: [workerName('deployments')] } }
    const outcome = await managerOutcome({ api, configuration, beside: further }, async (manager) => {
      monitorJitter(manager.processId)
      const found = 'renewals' in one.course ? await waiting(one, api) : await leading(one, api, manager)
      wrong.push(...found.map(({ expected, actual }) => ({ asked: one, expected, actual })))
    })
    if (outcome.outcome === 'ready') return { disagreements: wrong }
    const actual = { outcome: outcome.outcome, stderr: outcome.stderr.trim().slice(-600) }
    return { disagreements: [{ asked: one, expected: { outcome: 'ready' }, actual }] }
  } finally {
    await api.stop()
  }
}

type Wrong = Pick<Disagreement, 'expected' | 'actual'>

/** Another client holds the lease: it is taken over when the last renewal is as old as the lease, and not before. */
async function waiting({ times, course }: ElectionCase, api: ApiServer): Promise<readonly Wrong[]> {
  const renewals = 'renewals' in course ? course.renewals : []
  const isHeldByOther = (): boolean => holderOf(api) === 'somebody-else'
  const met: ObservedEvent[] = [{ atMs: requestsOfLease(api)[0]?.atMs ?? nowMs(), what: 'sees another' }]
  for (const share of renewals) {
    const { atMs } = met.at(-1) as ObservedEvent
    await untilMoment(atMs + share * times.leaseMs, 'somebody else was to renew the lease')
    if (!isHeldByOther()) break
    renewedByAnother(api)
    met.push({ atMs: nowMs(), what: 'another renews' })
  }
  await becomesTrue(() => !isHeldByOther() && firstWork(api) !== undefined, leadsWithinMs)
  const [taken] = writesOfLease(api)
  if (taken === undefined) return [{ expected: 'it takes the lease over', actual: 'it does not' }]
  const state = stateAt(times, met, taken.atMs + slackMs)
  const last = met.at(-1) as ObservedEvent
  const early = {
    expected: 'no sooner than leaseDuration',
    actual: `${Math.round(taken.atMs - last.atMs)} ms`,
  }
  return [...(state === 'may take over' ? [] : [early]), ...workedIn(api, taken.atMs)]
}

/** Returns work that was done before the lease was held, or the absence of work after it. */
function workedIn(api: ApiServer, fromMs: number): readonly Wrong[] {
  const first = firstWork(api)
  if (first === undefined) return [{ expected: 'it leads and works', actual: 'nothing' }]
  return first.atMs < fromMs ? [{ expected: 'no work before the lease', actual: 'work' }] : []
}

/** The lease is free: it is acquired, renewed, and kept as long as renewals fail no longer than the deadline. */
async function leading(
  one: ElectionCase,
  api: ApiServer,
  manager: ControllerManager,
): Promise<readonly Wrong[]> {
  const { times, course } = one
  await becomesTrue(() => firstWork(api) !== undefined, leadsWithinMs)
  const wrong = workedIn(api, writesOfLease(api)[0]?.atMs ?? Infinity)
  if (wrong.length > 0) return wrong
  const next = await renewalAfter(api, times.leaseMs)
  if (next === undefined) return [{ expected: 'the lease is renewed before it is over', actual: 'it is not' }]
  const failing = 'failing' in course ? course.failing : 'never'
  if (failing === 'never') return controllersRunningOn(api, manager, 'later')
  const failures = api.on({ resource: 'leases', namespace: lock.namespace }, fail(500))
  const renewedMs = writesOfLease(api)
    .filter(({ atMs }) => atMs <= next)
    .at(-1)?.atMs as number
  if (failing === 'for a while') {
    await untilMoment(failuresEndMs(times, renewedMs), 'failures were to end')
    failures.end()
    if ((await renewalAfter(api, times.leaseMs)) === undefined)
      return [{ expected: 'it goes on renewing', actual: 'it does not' }]
    return controllersRunningOn(api, manager, 'later')
  }
  return stopped(one, api, manager, renewedMs)
}

/** Returns the time of the next renewal of the lease; `undefined` if there is none in time. */
async function renewalAfter(api: ApiServer, withinMs: number): Promise<number | undefined> {
  const before = writesOfLease(api).length
  await becomesTrue(() => writesOfLease(api).length > before, withinMs)
  return writesOfLease(api).length > before ? writesOfLease(api).at(-1)?.atMs : undefined
}

async function controllersRunningOn(
  api: ApiServer,
  manager: ControllerManager,
  name: string,
): Promise<readonly Wrong[]> {
  if (await works(api, manager, name)) return []
  const actual = manager.program.exit === undefined ? 'it does not work' : 'it has ended'
  return [{ expected: 'it leads on', actual }]
}

/** Reports whether a manager does the work of a leader when it receives some. */
async function works(api: ApiServer, manager: ControllerManager, name: string): Promise<boolean> {
  if (manager.program.exit !== undefined) return false
  createWork(api, name)
  return becomesTrue(() => workOf(api, 'deployments', name).length > 0, worksWithinMs)
}

/** Renewals fail permanently: leadership ends at the deadline, and not before. */
async function stopped(
  { times }: ElectionCase,
  api: ApiServer,
  manager: ControllerManager,
  renewedMs: number,
): Promise<readonly Wrong[]> {
  const met: readonly ObservedEvent[] = [{ atMs: renewedMs, what: 'renews' }]
  // One more attempt may be in progress at the deadline.
  const byMs = times.renewMs + 2 * times.retryMs + 2_000
  await becomesTrue(() => manager.program.exit !== undefined, byMs)
  const { exit } = manager.program
  if (exit !== undefined) {
    const state = stateAt(times, met, exit.atMs + slackMs)
    const actual = `after ${Math.round(exit.atMs - renewedMs)} ms`
    return state === 'has stopped' ? [] : [{ expected: 'it leads until renewDeadline', actual }]
  }
  return (await works(api, manager, 'too-late'))
    ? [{ expected: 'it has stopped leading', actual: 'it works' }]
    : []
}
