import { becomesTrue, nowMs, untilMoment } from '#kit'
import type { CaseResult, Disagreement } from '#kit/generate.ts'
import { electionTimes } from '../../shared/manager/election.ts'
import { createWork, worksWithinMs, workOf } from '../../shared/manager/work.ts'
import { Instances } from './instances.ts'
import { type LastRenewal, Locks } from './locks.ts'
import { type InstanceNumber, instanceNumbers, type MigrationAction, type MigrationCase } from './model.ts'
import { locksOf, locksToAcquire, mainLockOf, runnersOf, type Situation } from './oracle.ts'

const { leaseMs, renewMs, retryMs } = electionTimes
// Two takeovers, one after the other, on a busy machine.
const settlesWithinMs = 6 * leaseMs
const stopsWithinMs = renewMs + 2 * retryMs + 1_000
// Long enough for a second instance to react to the same event.
const quietMs = 1_500
const workers = { migrating: 'deployments', unlisted: 'replicaSets' } as const

/** Runs each case on separate instances, action by action. */
export const judgeMigrations = (cases: readonly MigrationCase[]): Promise<readonly CaseResult[]> =>
  Promise.all(cases.map(judgeCase))

async function judgeCase(testCase: MigrationCase): Promise<CaseResult> {
  const instances = await Instances.start(testCase)
  const locks = new Locks(instances)
  const steps: readonly (MigrationAction | undefined)[] = [undefined, ...testCase.actions]
  try {
    for (const [index, action] of steps.entries()) {
      const differences = await differencesAfter(action, `step-${index}`, { testCase, instances, locks })
      if (differences.length > 0)
        return { disagreements: differences.map((one) => ({ asked: { ...testCase, step: index }, ...one })) }
    }
    return { disagreements: [] }
  } finally {
    locks.stop()
    await Promise.all(instanceNumbers.map((one) => instances.end(one, 'SIGKILL')))
  }
}

type Difference = Pick<Disagreement, 'expected' | 'actual'>
type CaseRun = { readonly testCase: MigrationCase; readonly instances: Instances; readonly locks: Locks }

/** Runs an action, waits until all locks are held that must be, and compares the controllers with the holders. */
async function differencesAfter(
  action: MigrationAction | undefined,
  name: string,
  caseRun: CaseRun,
): Promise<readonly Difference[]> {
  const { testCase, instances, locks } = caseRun
  const situation = (): Situation => ({
    running: instances.running,
    holderOf: (lock) => locks.holderOf(lock),
  })
  const all = locksOf(testCase)
  const holdersBefore = all.map((lock) => [lock, locks.holderOf(lock)] as const)
  const renewals = action === undefined ? [] : await perform(action, caseRun)
  const isSettled = (): boolean => locksToAcquire(testCase, situation()).length === 0
  await becomesTrue(isSettled, settlesWithinMs)
  // An instance that lost a lock ends, or it no longer runs the controllers of that lock.
  const restarted = action?.what === 'start' ? action.instance : undefined
  const losingInstances = holdersBefore.flatMap(([lock, holder]) =>
    typeof holder === 'number' && holder !== restarted && locks.holderOf(lock) !== holder ? [holder] : [],
  )
  await becomesTrue(() => losingInstances.every((one) => !instances.running.has(one)), stopsWithinMs)
  await becomesTrue(isSettled, settlesWithinMs)
  const missing = locksToAcquire(testCase, situation())
  if (missing.length > 0) return [{ expected: `an instance holds ${missing.join(' and ')}`, actual: 'none' }]
  const earlyLocks = renewals.filter((renewal) => locks.isTakenEarly(renewal)).map(({ lock }) => lock)
  if (earlyLocks.length > 0)
    return [{ expected: `${earlyLocks.join(' and ')} is taken over after leaseDuration`, actual: 'sooner' }]
  const differences = await differencesOfWork(name, caseRun, situation)
  for (const loser of losingInstances) await instances.end(loser, 'SIGKILL')
  return differences
}

/** Compares the instances that run each controller, by their work on new objects. */
async function differencesOfWork(
  name: string,
  { testCase, instances }: CaseRun,
  situation: () => Situation,
): Promise<readonly Difference[]> {
  const runnersBefore = (['migrating', 'unlisted'] as const).map((controller) => ({
    controller,
    ...runnersOf(testCase, controller, situation()),
  }))
  createWork(instances.api, name)
  const workersOf = (controller: keyof typeof workers): readonly (InstanceNumber | undefined)[] =>
    [...new Set(workOf(instances.api, workers[controller], name).map(({ bearerToken }) => bearerToken))].map(
      (token) => instances.withToken(token),
    )
  const hasWorked = (): boolean =>
    runnersBefore.every(({ controller, must }) => must.every((one) => workersOf(controller).includes(one)))
  await becomesTrue(hasWorked, worksWithinMs)
  await untilMoment(nowMs() + quietMs, 'another instance would have worked')
  return runnersBefore.flatMap(({ controller, must, may }) => {
    const actual = workersOf(controller)
    const isPermitted =
      must.every((one) => actual.includes(one)) &&
      actual.every((one) => one !== undefined && may.includes(one))
    return isPermitted
      ? []
      : [{ expected: { controller, runsIn: must }, actual: { controller, runsIn: actual } }]
  })
}

/** Runs an action. Returns the last renewals of locks that their holders no longer renew. */
async function perform(action: MigrationAction, caseRun: CaseRun): Promise<readonly LastRenewal[]> {
  const { testCase, instances, locks } = caseRun
  if ('lock' in action) {
    const lock =
      action.lock === 'migration' ? action.lock : mainLockOf(testCase, action.lock === 'main-0' ? 0 : 1)
    return locks.perform(action.what, lock)
  }
  const { what, instance } = action
  if (what === 'start') await instances.start(instance, action.migration)
  if (what === 'terminate') await instances.end(instance, 'SIGTERM')
  if (what !== 'kill') return []
  const heldLocks = locksOf(testCase).filter((lock) => locks.holderOf(lock) === instance)
  await instances.end(instance, 'SIGKILL')
  return heldLocks.flatMap((lock) => locks.lastRenewal(lock))
}
