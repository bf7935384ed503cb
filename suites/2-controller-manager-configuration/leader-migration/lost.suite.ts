import { comesTrue, expect, happens, rulesOf, says, test } from '#kit'
import { fail } from '#mocks/api-server/index.ts'
import { askedOfLease, isThereLease, times } from '../../shared/manager/election.ts'
import { leaderName, startMigrating } from '../../shared/manager/migration.ts'
import { expectSoon } from '../../shared/manager/soon.ts'
import { giveWork, untilWorked, worksWithinMs, workOf } from '../../shared/manager/work.ts'
import { places } from './place.ts'

const { must } = rulesOf({
  document: 2,
  section: 'Top-level kinds',
  capability: 'leader-leases',
  overlaps: true,
  waits: true,
})
const silentMs = 2_000

for (const { id, aspect, given } of Object.values(places)) {
  must(id('leader-migration.lost'), { row: 'controllerLeaders', ...aspect }, () => {
    says('A program that lost the migration lock no longer runs the listed controllers.')
    test('gives them up when it cannot renew that lock', async () => {
      const { api, manager } = await startMigrating({ ...given, component: '*' })
      await untilWorked(api, 'deployments')
      await expectSoon(() => isThereLease(api, leaderName), {
        withinMs: worksWithinMs,
        what: 'the lock of the migration was held',
      })
      api.on({ resource: 'leases', name: leaderName }, fail(500))
      const failedFrom = api.journal.length
      const isThere = () => manager.program.exit === undefined
      await comesTrue(() => !isThere(), times.renewMs + 2 * times.retryMs + 3_000)
      giveWork(api, 'later')
      const from = api.journal.length

      expect(await happens(() => workOf(api, 'deployments', 'later').length > 0, silentMs)).toBe(false)
      const triedToRenew = askedOfLease(api, leaderName).some(
        (asked) => api.journal.indexOf(asked) >= failedFrom,
      )
      expect(triedToRenew, 'the lease could not be renewed').toBe(true)
      // A remaining program still sends requests to the API server, so it could have worked.
      if (isThere())
        await expectSoon(() => api.journal.length > from, {
          withinMs: worksWithinMs,
          what: 'the manager sent a request',
        })
    }).sees('migration-lock-loss-survived')
  })
}
