import { becomesTrue, expect, becomesTrueSoon, rulesOf, says, test } from '#kit'
import { fail } from '#mocks/api-server/index.ts'
import { requestsOfLease, leaseExists, electionTimes } from '../../shared/manager/election.ts'
import { leaderName, startMigrating } from '../../shared/manager/migration.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'
import { createWork, untilWorked, worksWithinMs, workOf } from '../../shared/manager/work.ts'
import { migrationSources } from './migration-source.ts'

const { must } = rulesOf({
  document: 2,
  section: 'Top-level kinds',
  capability: 'leader-leases',
  overlaps: true,
  waits: true,
})
const silentMs = 2_000

for (const { id, aspect, given } of Object.values(migrationSources)) {
  must(id('leader-migration.lost'), { row: 'controllerLeaders', ...aspect }, () => {
    says('A program that lost the migration lock no longer runs the listed controllers.')
    test(
      {
        title: 'stops the listed controllers when it cannot renew the migration lock',
        id: 'gives them up when it cannot renew that lock',
      },
      async () => {
        const { api, manager } = await startMigrating({ ...given, component: '*' })
        await untilWorked(api, 'deployments')
        await expectWithin(() => leaseExists(api, leaderName), {
          withinMs: worksWithinMs,
          what: 'the lock of the migration was held',
        })
        api.on({ resource: 'leases', name: leaderName }, fail(500))
        const failureIndex = api.journal.length
        const isThere = () => manager.program.exit === undefined
        await becomesTrue(() => !isThere(), electionTimes.renewMs + 2 * electionTimes.retryMs + 3_000)
        createWork(api, 'later')
        const journalLength = api.journal.length

        expect(await becomesTrueSoon(() => workOf(api, 'deployments', 'later').length > 0, silentMs)).toBe(
          false,
        )
        const hasTriedToRenew = requestsOfLease(api, leaderName).some(
          (request) => api.journal.indexOf(request) >= failureIndex,
        )
        expect(hasTriedToRenew, 'the lease could not be renewed').toBe(true)
        // A program that has not exited must still send requests, to show that it could have worked.
        if (isThere())
          await expectWithin(() => api.journal.length > journalLength, {
            withinMs: worksWithinMs,
            what: 'the manager sent a request',
          })
      },
    ).sees('migration-lock-loss-survived')
  })
}
