import { expect } from '#harness/check/expect.ts'
import { says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import type { FlagValue } from '#harness/launch/flags.ts'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { checkApi, controllerName, startManager } from '../../shared/controller-manager.ts'
import { electionBlock, leaseOf } from '../../shared/manager/election.ts'
import { giveMigratingWork, signedTokens } from '../../shared/manager/migration.ts'
import { expectSoon } from '../../shared/manager/soon.ts'
import { untilWorked, workerName } from '../../shared/manager/work.ts'
import { expectLeftToAnother } from './left-to-another.ts'
import { flag, id, kind, leaderName, settings, source } from './migration-file.ts'

const { must } = rulesOf({ capability: 'leader-leases', overlaps: true })

must(id('leads'), source, () => {
  says(
    `What a file of kind ${kind} says takes effect: a lease of its leaderName guards the controllers that it lists.`,
  )
  test('the listed controller works, and the lease that the file names is held', async () => {
    const api = await startToldByFile(settings())
    await untilWorked(api, 'deployments')

    await expectSoon(() => leaseOf(api, leaderName) !== undefined, {
      withinMs: 10_000,
      what: 'the lease that the file names was held',
    })
    expect(leaseOf(api, leaderName)?.metadata).toMatchObject({ name: leaderName })
  }).sees('migration-star-not-matched')

  test('a controller that it lists for another component does not work', async () => {
    const name = workerName('deployments')
    const api = await startToldByFile(
      settings({ controllerLeaders: [{ name, component: 'another-component' }] }),
    )

    await expectLeftToAnother(api, leaderName)
  }).sees('migration-component-ignored')
})

/** Starts a manager whose migration stands in a file of its own; gives the API server that it works at. */
async function startToldByFile(migration: FlagValue): Promise<ApiServer> {
  const api = await checkApi()
  giveMigratingWork(api)
  await startManager({
    api,
    flags: { [flag()]: migration },
    beside: {
      Generic: {
        LeaderElection: electionBlock(),
        LeaderMigrationEnabled: true,
        Controllers: [workerName('deployments'), workerName('replicaSets'), controllerName('SAController')],
      },
      ...signedTokens(),
    },
  })
  return api
}
