import { expect } from '#harness/check/expect.ts'
import { says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { checkApi, controllerName, startManager } from '../../shared/controller-manager.ts'
import { electionBlock, leaseOf } from '../../shared/manager/election.ts'
import { giveMigratingWork, signedTokens } from '../../shared/manager/migration.ts'
import { expectSoon } from '../../shared/manager/soon.ts'
import { untilWorked, workerName } from '../../shared/manager/work.ts'
import { flag, id, kind, leaderName, settings, source } from './migration-file.ts'

const { must } = rulesOf({ capability: 'leader-leases', overlaps: true })

must(id('leads'), source, () => {
  says(
    `What a file of kind ${kind} says takes effect: a lease of its leaderName guards the controllers that it lists.`,
  )
  test('the listed controller works, and the lease that the file names is held', async () => {
    const api = await checkApi()
    giveMigratingWork(api)
    await startManager({
      api,
      flags: { [flag()]: settings() },
      beside: {
        Generic: {
          LeaderElection: electionBlock(),
          LeaderMigrationEnabled: true,
          Controllers: [workerName('deployments'), controllerName('SAController')],
        },
        ...signedTokens(),
      },
    })
    await untilWorked(api, 'deployments')

    await expectSoon(() => leaseOf(api, leaderName) !== undefined, {
      withinMs: 10_000,
      what: 'the lease that the file names was held',
    })
    expect(leaseOf(api, leaderName)?.metadata).toMatchObject({ name: leaderName })
  }).sees('migration-star-not-matched')
})
