import { becomesTrue, expect, becomesTrueSoon, rulesOf, says, test } from '#kit'
import { fail } from '#mocks/api-server/index.ts'
import { ignoringFault } from '../../shared/controller-manager/leaves.ts'
import { hasBalanced, startMigratingCloud } from '../../shared/manager/cloud-migration.ts'
import { leaseExists, electionTimes } from '../../shared/manager/election.ts'
import { leaderName } from '../../shared/manager/migration.ts'
import { createService } from '../../shared/manager/nodes.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'

const { must } = rulesOf({
  document: 2,
  section: 'Top-level kinds',
  program: 'cloud-controller-manager',
  profile: 'cloud-controller-manager',
  capability: 'cloud-peer',
  overlaps: true,
  waits: true,
})
const withinMs = 20_000
const silentMs = 2_000
const migration = '/Generic/LeaderMigration'

must(
  'manager.cloud.leader-migration.lost',
  { row: 'controllerLeaders', aspect: 'of the cloud controller manager' },
  () => {
    says('A cloud controller manager that lost the migration lock no longer runs the listed loops.')
    test(
      {
        title: 'stops the listed loops when it cannot renew the migration lock',
        id: 'gives them up when it cannot renew that lock',
      },
      async () => {
        const { api, cloud, manager } = await startMigratingCloud({ component: '*' })
        await expectWithin(() => hasBalanced(cloud), { withinMs, what: 'the listed loop worked' })
        await expectWithin(() => leaseExists(api, leaderName), { withinMs, what: 'the second lock was held' })
        api.on({ resource: 'leases', name: leaderName }, fail(500))
        const limitMs = electionTimes.renewMs + 2 * electionTimes.retryMs + 3_000
        await becomesTrue(() => manager.program.exit !== undefined, limitMs)
        createService(api, 'later')

        expect(await becomesTrueSoon(() => hasBalanced(cloud, 'later'), silentMs)).toBe(false)
      },
    ).sees(
      'migration-lock-loss-survived',
      'migration-star-not-matched',
      'leadership-kept-past-deadline',
      'cloud-balancers-not-made',
      ignoringFault('/Generic/LeaderElection/renewDeadline'),
      ignoringFault('/Generic/LeaderMigrationEnabled'),
      ignoringFault(`${migration}/leaderName`),
      ignoringFault(`${migration}/controllerLeaders/component`),
    )
  },
)
