import { monitorJitter, expect, becomesTrueSoon, rulesOf, says, test } from '#kit'
import { after, type ApiServer } from '#mocks/api-server/index.ts'
import { checkApi } from '../../shared/controller-manager.ts'
import { holderOf, electionTimes } from '../../shared/manager/election.ts'
import { createMigratingWork, leaderName, startMigrating } from '../../shared/manager/migration.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'
import { createWork, worksWithinMs, workOf } from '../../shared/manager/work.ts'
import { migrationSources } from './migration-source.ts'

const { must } = rulesOf({
  document: 2,
  section: 'What the service does',
  capability: 'leader-leases',
  overlaps: true,
  waits: true,
})
/** Bearer tokens by which the API server distinguishes the three managers of the migration. */
const tokens = { first: 'token-of-first', second: 'token-of-second', third: 'token-of-third' }
// Long enough for another manager to take over a lease whose renewals it ignores.
const silentMs = electionTimes.leaseMs + electionTimes.retryMs
const writeDelayMs = 1_000
// Long enough to take over an expired lease on a busy machine.
const takenOverWithinMs = 3 * electionTimes.leaseMs

/** Reports whether the manager with a token did the work of the listed controller for the named objects. */
const hasWorked = (api: ApiServer, token: string, name: string): boolean =>
  workOf(api, 'deployments', name).some(({ bearerToken }) => bearerToken === token)

for (const { id, aspect, given } of Object.values(migrationSources)) {
  must(id('leader-migration.hand-over'), { row: 'leader migration', ...aspect }, () => {
    says(
      'Leadership of a listed controller passes from one manager to the next by the lock of the migration: before, one of them runs it, then the other, and none that the list gives it not to.',
    )
    test(
      {
        title:
          'managers of the component run the controller one after the other, and a manager of another component never does',
        id: 'one manager has the controller, then the next, and a third that it is not meant for never',
      },
      async () => {
        const users = Object.fromEntries(
          Object.values(tokens).map((token) => [token, { name: token, groups: [] }]),
        )
        const api = await checkApi({ tls: true, users })
        // Another worker on the same object must send its request before it sees that the work is done.
        api.on({ verb: 'create', resource: 'replicasets' }, after(writeDelayMs))
        createMigratingWork(api)
        const firstCandidate = await startMigrating({ ...given, api, component: '*', token: tokens.first })
        // A manager loses its leases if the machine stalls for the duration of a lease.
        monitorJitter(firstCandidate.manager.processId)
        await expectWithin(() => hasWorked(api, tokens.first, 'work'), {
          withinMs: worksWithinMs,
          what: 'the first manager worked as the listed controller',
        })

        await startMigrating({
          ...given,
          api,
          component: '*',
          mainLock: 'lock-of-second',
          token: tokens.second,
        })
        await expectWithin(() => holderOf(api, 'lock-of-second') !== undefined, {
          withinMs: worksWithinMs,
          what: 'the second manager led by a lock of its own',
        })
        createWork(api, 'between')
        await expectWithin(() => hasWorked(api, tokens.first, 'between'), {
          withinMs: worksWithinMs,
          what: 'the first manager still worked',
        })
        expect(
          await becomesTrueSoon(() => hasWorked(api, tokens.second, 'between'), silentMs),
          'both have it',
        ).toBe(false)

        firstCandidate.manager.program.signal('SIGKILL')
        const holder = holderOf(api, leaderName)
        await expectWithin(() => holderOf(api, leaderName) !== holder, {
          withinMs: takenOverWithinMs,
          what: 'the lock of the migration passed on',
        })
        createWork(api, 'later')
        await expectWithin(() => hasWorked(api, tokens.second, 'later'), {
          withinMs: worksWithinMs,
          what: 'the second manager worked as the listed controller',
        })

        await startMigrating({
          ...given,
          api,
          component: 'another-component',
          mainLock: 'lock-of-third',
          token: tokens.third,
        })
        await expectWithin(() => holderOf(api, 'lock-of-third') !== undefined, {
          withinMs: worksWithinMs,
          what: 'the third manager led by a lock of its own',
        })
        createWork(api, 'last')
        await expectWithin(() => hasWorked(api, tokens.second, 'last'), {
          withinMs: worksWithinMs,
          what: 'the second manager still worked',
        })
        expect(hasWorked(api, tokens.third, 'last'), 'the third has it').toBe(false)
      },
    ).sees('migration-lock-not-awaited')
  })
}
