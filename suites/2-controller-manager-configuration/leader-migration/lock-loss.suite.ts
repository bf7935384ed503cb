import { becomesTrue, expect, becomesTrueSoon, rulesOf, says, test } from '#kit'
import { fail } from '#mocks/api-server/index.ts'
import {
  type Candidate,
  electionTimes,
  leaseExists,
  lock,
  requestsOfLease,
} from '../../shared/manager/election.ts'
import { leaderName, startMigrating } from '../../shared/manager/migration.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'
import { createWork, untilWorked, type Worker, worksWithinMs, workOf } from '../../shared/manager/work.ts'
import { migrationSources } from './migration-source.ts'

const { must } = rulesOf({
  document: 2,
  section: 'Top-level kinds',
  capability: 'leader-leases',
  overlaps: true,
  waits: true,
})
const silentMs = 2_000

/** Expects that a controller stops when its manager can no longer renew the lock of the controller. */
async function expectStopAfterLoss(
  { api, manager }: Candidate,
  { worker, lockName }: { readonly worker: Worker; readonly lockName: string },
): Promise<void> {
  await untilWorked(api, worker)
  await expectWithin(() => leaseExists(api, lockName), {
    withinMs: worksWithinMs,
    what: 'the lock was held',
  })
  api.on({ resource: 'leases', name: lockName }, fail(500))
  const failureIndex = api.journal.length
  const isRunning = () => manager.program.exit === undefined
  await becomesTrue(() => !isRunning(), electionTimes.renewMs + 2 * electionTimes.retryMs + 3_000)
  createWork(api, 'later')
  const journalLength = api.journal.length

  expect(await becomesTrueSoon(() => workOf(api, worker, 'later').length > 0, silentMs)).toBe(false)
  const hasTriedToRenew = requestsOfLease(api, lockName).some(
    (request) => api.journal.indexOf(request) >= failureIndex,
  )
  expect(hasTriedToRenew, 'the lease could not be renewed').toBe(true)
  // A program that has not exited must still send requests, to show that it could have worked.
  if (isRunning())
    await expectWithin(() => api.journal.length > journalLength, {
      withinMs: worksWithinMs,
      what: 'the manager sent a request',
    })
}

for (const { id, aspect, given } of Object.values(migrationSources)) {
  must(id('leader-migration.lost'), { row: 'controllerLeaders', ...aspect }, () => {
    says('A program that lost the migration lock no longer runs the listed controllers.')
    test(
      {
        title: 'stops the listed controllers when it cannot renew the migration lock',
        id: 'gives them up when it cannot renew that lock',
      },
      async () => {
        const candidate = await startMigrating({ ...given, component: '*' })
        await expectStopAfterLoss(candidate, { worker: 'deployments', lockName: leaderName })
      },
    ).sees('migration-lock-loss-survived')
  })
}

must(
  'manager.generic.leader-migration.main-lost',
  { row: 'renewDeadline', aspect: 'with a migration', section: 'GenericControllerManagerConfiguration' },
  () => {
    says('With a migration, a program that lost its main lock no longer runs the controllers of that lock.')
    test(
      {
        title: 'stops the other controllers when it cannot renew the main lock',
        id: 'stops-the-other-controllers',
      },
      async () => {
        const candidate = await startMigrating({ component: '*' })
        await expectStopAfterLoss(candidate, { worker: 'replicaSets', lockName: lock.name })
      },
    ).sees('migration-main-lock-loss-survived')
  },
)
