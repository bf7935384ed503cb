import { expect, nowMs, rulesOf, says, test, untilMoment } from '#kit'
import { ignoringFault } from '../../shared/controller-manager/leaves.ts'
import {
  hasBalanced,
  componentOf,
  hasInitialized,
  startMigratingCloud,
} from '../../shared/manager/cloud-migration.ts'
import {
  holdByOther,
  holderOf,
  leaseExists,
  leaseOf,
  lock,
  lockFaults,
  renewContinually,
  electionTimes,
} from '../../shared/manager/election.ts'
import { leaderName } from '../../shared/manager/migration.ts'
import { createNode } from '../../shared/manager/nodes.ts'
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
const id = (name: string) => `manager.cloud.leader-migration.${name}`
const cloudRow = (row: string) => ({ row, aspect: 'of the cloud controller manager' })
const withinMs = 20_000
const silentMs = 2_000

const migration = '/Generic/LeaderMigration'
const enabledFault = ignoringFault('/Generic/LeaderMigrationEnabled')
const secondLock = ignoringFault(`${migration}/leaderName`)
const leaders = ignoringFault(`${migration}/controllerLeaders`)
const name = ignoringFault(`${migration}/controllerLeaders/name`)
const component = ignoringFault(`${migration}/controllerLeaders/component`)
const [, namespace] = lockFaults

must(id('second-lock'), { ...cloudRow('ControllerLeaderConfiguration.name') }, () => {
  says('The loop that is listed waits for the lease named leaderName, and the others do not.')
  test(
    {
      title:
        'runs only the other loop while another instance holds the lease, and the listed loop after its release',
      id: 'only the other loop works while another instance holds it, and the listed one once none does',
    },
    async () => {
      let stopRenewals = (): void => {}
      const { api, cloud } = await startMigratingCloud({
        component: '*',
        prepareApi: (one) => {
          holdByOther(one, electionTimes.leaseMs, leaderName)
          stopRenewals = renewContinually(one, leaderName)
        },
      })
      await expectWithin(() => hasInitialized(cloud), { withinMs, what: 'the loop of nodes worked' })
      await untilMoment(nowMs() + silentMs, 'the listed loop would have begun')
      createNode(api, 'node-later', { isNew: true })
      await expectWithin(() => hasInitialized(cloud, 'node-later'), { withinMs, what: 'it worked again' })
      expect(hasBalanced(cloud), 'the listed loop works').toBe(false)
      stopRenewals()
      await expectWithin(() => hasBalanced(cloud), { withinMs, what: 'the listed loop began' })

      expect(holderOf(api, leaderName)).not.toBe('somebody-else')
      expect(leaseOf(api)?.metadata).toMatchObject(lock)
    },
  ).sees(
    'migration-star-not-matched',
    'migration-for-all-controllers',
    'migration-lock-not-awaited',
    'leadership-not-awaited',
    'lease-never-taken-over',
    'cloud-nodes-not-initialized',
    'cloud-balancers-not-made',
    enabledFault,
    secondLock,
    leaders,
    name,
    component,
    ...lockFaults,
  )
})

must(id('component'), cloudRow('ControllerLeaderConfiguration.component'), () => {
  says('component names the program that should run a loop; the cloud controller manager runs its own.')
  test({ title: 'runs a loop of its component', id: 'runs a loop that is its own' }, async () => {
    const { api, cloud } = await startMigratingCloud({ component: componentOf('cloud-controller-manager') })
    await expectWithin(() => hasBalanced(cloud), { withinMs, what: 'the listed loop worked' })

    await expectWithin(() => leaseExists(api, leaderName), { withinMs, what: 'the second lock was held' })
    expect(hasBalanced(cloud)).toBe(true)
  }).sees('cloud-balancers-not-made', component, secondLock, enabledFault)

  test(
    {
      title: 'does not run a loop of the controller manager',
      id: 'does not run one that is of the controller manager',
    },
    async () => {
      const { api, cloud } = await startMigratingCloud({ component: componentOf('controller-manager') })
      await expectWithin(() => hasInitialized(cloud), { withinMs, what: 'the loop of nodes worked' })
      await expectWithin(() => holderOf(api, leaderName) !== undefined, {
        withinMs,
        what: 'the lock of the migration was held',
      })
      await untilMoment(nowMs() + silentMs, 'the listed loop would have begun')
      createNode(api, 'node-later', { isNew: true })
      await expectWithin(() => hasInitialized(cloud, 'node-later'), {
        withinMs,
        what: 'the loop of nodes worked again',
      })

      expect(hasBalanced(cloud), 'the listed loop works').toBe(false)
    },
  ).sees(
    'migration-component-ignored',
    'migration-for-all-controllers',
    'leadership-not-awaited',
    'cloud-nodes-not-initialized',
    enabledFault,
    secondLock,
    leaders,
    name,
    namespace,
  )
})

must(
  id('off'),
  { ...cloudRow('LeaderMigrationEnabled'), section: 'GenericControllerManagerConfiguration' },
  () => {
    says('Without LeaderMigrationEnabled, the cloud controller manager runs what is listed for others.')
    test(
      {
        title: 'runs a loop of the controller manager under the lock of the manager',
        id: 'runs a loop of the controller manager under the one lock',
      },
      async () => {
        const { api, cloud } = await startMigratingCloud({
          component: componentOf('controller-manager'),
          isEnabled: false,
        })
        await expectWithin(() => hasBalanced(cloud), { withinMs, what: 'the listed loop worked' })

        expect(leaseOf(api, leaderName)).toBeUndefined()
      },
    ).sees('migration-although-disabled', 'cloud-balancers-not-made')
  },
)
