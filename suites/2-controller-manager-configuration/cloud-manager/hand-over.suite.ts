import { monitorJitter, expect, inconclusiveError, nowMs, rulesOf, says, test, untilMoment } from '#kit'
import { loopName } from '../../shared/cloud-manager.ts'
import { checkApi } from '../../shared/controller-manager.ts'
import { ignoringFault } from '../../shared/controller-manager/leaves.ts'
import {
  hasBalanced,
  componentOf,
  hasInitialized,
  startMigratingCloud,
} from '../../shared/manager/cloud-migration.ts'
import { holderOf, lock, electionTimes } from '../../shared/manager/election.ts'
import { leaderName, startMigrating } from '../../shared/manager/migration.ts'
import { createNode } from '../../shared/manager/nodes.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'
import { createWork, untilWorked } from '../../shared/manager/work.ts'

const { must } = rulesOf({
  document: 2,
  section: 'What the service does',
  program: 'cloud-controller-manager',
  profile: 'cloud-controller-manager',
  capability: 'cloud-peer',
  overlaps: true,
  waits: true,
})
const withinMs = 20_000
// Long enough for another manager to take over a lease whose renewals it ignores.
const silentMs = electionTimes.leaseMs + electionTimes.retryMs
const takenOverWithinMs = 3 * electionTimes.leaseMs
const lockOfCloud = 'lock-of-cloud'
const migration = '/Generic/LeaderMigration'

must(
  'manager.cloud.leader-migration.hand-over',
  { row: 'leader migration', aspect: 'between the two managers' },
  () => {
    says(
      'A loop passes from the controller manager to the cloud controller manager by the lock of the migration: the latter runs it only once the former has given the lock up.',
    )
    test(
      {
        title: 'the cloud controller manager runs the loop after the controller manager has ended',
        id: 'the cloud controller manager has the loop after the controller manager has ended',
      },
      async () => {
        const api = await checkApi()
        api.hand.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: lock.namespace } })
        const firstCandidate = await startMigrating({
          api,
          component: componentOf('controller-manager'),
          listedController: loopName('services'),
          prepareApi: createWork,
        })
        await untilWorked(api, 'deployments')
        await expectWithin(() => holderOf(api, leaderName) !== undefined, {
          withinMs,
          what: 'the controller manager held the lock of the migration',
        })
        const holder = holderOf(api, leaderName)

        monitorJitter(firstCandidate.manager.processId)
        const { cloud } = await startMigratingCloud({
          api,
          component: componentOf('cloud-controller-manager'),
          mainLock: lockOfCloud,
        })
        await expectWithin(() => hasInitialized(cloud), { withinMs, what: 'the loop of nodes worked' })
        await untilMoment(nowMs() + silentMs, 'the lock would have been taken over')
        createNode(api, 'node-later', { isNew: true })
        await expectWithin(() => hasInitialized(cloud, 'node-later'), { withinMs, what: 'it worked again' })
        if (firstCandidate.manager.program.exit !== undefined)
          throw inconclusiveError(
            'The controller manager lost its lease on this machine before it was to lose it.',
          )
        expect(hasBalanced(cloud), 'both managers have the loop').toBe(false)
        expect(holderOf(api, leaderName)).toBe(holder)

        firstCandidate.manager.program.signal('SIGKILL')
        await expectWithin(() => holderOf(api, leaderName) !== holder, {
          withinMs: takenOverWithinMs,
          what: 'the lock of the migration passed on',
        })
        await expectWithin(() => hasBalanced(cloud), {
          withinMs,
          what: 'the cloud controller manager has the loop',
        })
        expect(holderOf(api, lockOfCloud)).not.toBeUndefined()
      },
    ).sees(
      'migration-lock-not-awaited',
      'migration-for-all-controllers',
      'leadership-not-awaited',
      'lease-never-taken-over',
      'cloud-nodes-not-initialized',
      'cloud-balancers-not-made',
      ignoringFault('/Generic/LeaderMigrationEnabled'),
      ignoringFault(`${migration}/leaderName`),
      ignoringFault(`${migration}/controllerLeaders`),
      ignoringFault(`${migration}/controllerLeaders/name`),
      ignoringFault(`${migration}/controllerLeaders/component`),
      ignoringFault('/Generic/LeaderElection/resourceName'),
      ignoringFault('/Generic/LeaderElection/resourceNamespace'),
      ignoringFault('/Generic/LeaderElection/leaseDuration'),
    )
  },
)
