import { becomesTrue, expect, rulesOf, says, test } from '#kit'
import { checkApi, managerOutcome } from '../../shared/controller-manager.ts'
import { ignoringFault } from '../../shared/controller-manager/leaves.ts'
import { leaseExists, lock } from '../../shared/manager/election.ts'
import { createMigratingWork, leaderName, migratingSpec } from '../../shared/manager/migration.ts'
import { workOf, worksWithinMs } from '../../shared/manager/work.ts'

const { must } = rulesOf({
  document: 2,
  section: 'Top-level kinds',
  capability: 'leader-leases',
  overlaps: true,
})
const migration = '/Generic/LeaderMigration'

must('manager.generic.leader-migration.resource-lock.type', 'resourceLock', () => {
  says('With resourceLock endpoints, the lock of the migration is an Endpoints object named leaderName.')
  test(
    {
      title: 'the listed controller runs under an Endpoints object, and no lease of that name exists',
      id: 'the listed controller runs under an Endpoints object, and there is no such lease',
    },
    async () => {
      const api = await checkApi()
      createMigratingWork(api)
      const endpointsRef = { resource: 'endpoints', namespace: lock.namespace, name: leaderName }
      const isRunning = () =>
        workOf(api, 'deployments').length > 0 && api.hand.get(endpointsRef) !== undefined
      let isLocked = false
      await managerOutcome(migratingSpec({ component: '*', resourceLock: 'endpoints' }, api), async () => {
        isLocked = await becomesTrue(isRunning, worksWithinMs)
      })

      expect(isLocked, 'whether the controller worked under an Endpoints object').toBe(true)
      expect(leaseExists(api, leaderName)).toBe(false)
    },
  ).sees(
    'migration-lock-always-leases',
    'migration-lock-endpoints-refused',
    'migration-star-not-matched',
    ignoringFault('/Generic/LeaderMigrationEnabled'),
    ignoringFault(`${migration}/resourceLock`),
    ignoringFault(`${migration}/leaderName`),
    ignoringFault(`${migration}/controllerLeaders`),
    ignoringFault(`${migration}/controllerLeaders/name`),
    ignoringFault(`${migration}/controllerLeaders/component`),
    ignoringFault('/Generic/LeaderElection/resourceNamespace'),
  )
})
