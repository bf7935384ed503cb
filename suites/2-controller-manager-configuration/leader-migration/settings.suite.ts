import { accepts, refuses, rulesOf, says } from '#kit'
import {
  expectManagerAccepted,
  expectManagerRefusal,
  type ManagerSpec,
} from '../../shared/controller-manager.ts'

const { must } = rulesOf({ document: 2, section: 'Top-level kinds', overlaps: true })

/**
 * Returns a manager with migration and the given type of lock, which requests no lock because there is no election.
 */
const specWithLock = (resourceLock: string): ManagerSpec => ({
  configuration: {
    Generic: {
      LeaderMigrationEnabled: true,
      LeaderMigration: {
        leaderName: 'judged-migration',
        resourceLock,
        controllerLeaders: [{ name: 'service-controller', component: '*' }],
      },
    },
  },
})

must('manager.generic.leader-migration.resource-lock.values', 'resourceLock', () => {
  says('The lock of a migration is of type leases or endpoints.')
  accepts({ title: 'the resource lock leases', id: 'leases' }, async () => {
    await expectManagerAccepted(specWithLock('leases'))
  }).sees('migration-lock-leases-refused')

  accepts({ title: 'the resource lock endpoints', id: 'endpoints' }, async () => {
    await expectManagerAccepted(specWithLock('endpoints'))
  }).sees('migration-lock-endpoints-refused')

  refuses
    .for({ configmaps: 'configmaps', 'leases in another case': 'Leases' })(
      { title: 'the resource lock %s', id: '%s' },
      async (resourceLock) => {
        await expectManagerRefusal(specWithLock(resourceLock), 'resourceLock')
      },
    )
    .sees('migration-lock-unchecked')
})
