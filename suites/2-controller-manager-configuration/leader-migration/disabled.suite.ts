import { expect, rulesOf, says, test } from '#kit'
import { leaseOf } from '../../shared/manager/election.ts'
import { leaderName, startMigrating } from '../../shared/manager/migration.ts'
import { untilWorked } from '../../shared/manager/work.ts'
import { migrationSources } from './migration-source.ts'

const { must } = rulesOf({
  document: 2,
  section: 'GenericControllerManagerConfiguration',
  capability: 'leader-leases',
  overlaps: true,
})

for (const { id, aspect, given } of Object.values(migrationSources)) {
  must(id('leader-migration-enabled.off'), { row: 'LeaderMigrationEnabled', ...aspect }, () => {
    says('Without LeaderMigrationEnabled, the settings of a migration have no effect.')
    test(
      {
        title: 'runs a controller that is listed for another component, under the lock of the manager',
        id: 'runs what is listed for another component, under the one lock',
      },
      async () => {
        const { api } = await startMigrating({
          ...given,
          component: 'another-component',
          isEnabled: false,
        })
        await untilWorked(api, 'deployments')

        expect(leaseOf(api, leaderName)).toBeUndefined()
      },
    ).sees('migration-although-disabled')
  })
}
