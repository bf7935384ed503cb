import { currentCheck, monitorJitter, expect, becomesTrueSoon, rulesOf, says, test } from '#kit'
import type { ApiServer } from '#mocks/api-server/index.ts'
import {
  holdByOther,
  holderOf,
  leaseOf,
  lock,
  renewContinually,
  electionTimes,
} from '../../shared/manager/election.ts'
import { leaderName, startMigrating } from '../../shared/manager/migration.ts'
import { untilWorked, untilWorkedAgain, workOf } from '../../shared/manager/work.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'
import { expectLeftToOtherLeader } from './left-to-other-leader.ts'

const { must } = rulesOf({
  document: 2,
  section: 'Top-level kinds',
  capability: 'leader-leases',
  overlaps: true,
})
const id = (name: string) => `manager.generic.leader-migration.${name}`
const silentMs = 2_000

/** Returns the name of the tested program. */
const programName = () => currentCheck().dialect.programs['controller-manager'].file
const hasWorked = (api: ApiServer) => workOf(api, 'deployments').length > 0

must(id('second-lock'), 'leaderName', () => {
  says(
    'A lease named leaderName guards the controllers that are listed; the others run under the lock of the manager.',
  )
  test(
    {
      title: 'holds both leases, and runs both controllers',
      id: 'holds both leases, and lets both controllers work',
    },
    async () => {
      const { api } = await startMigrating({ component: '*' })
      await untilWorked(api, 'replicaSets')
      await untilWorked(api, 'deployments')

      const isHeld = () => leaseOf(api) !== undefined && leaseOf(api, leaderName) !== undefined
      await expectWithin(isHeld, { withinMs: 10_000, what: 'both leases were held' })
      expect(leaseOf(api)?.metadata).toMatchObject(lock)
      expect(leaseOf(api, leaderName)?.metadata).toMatchObject({ ...lock, name: leaderName })
    },
  ).sees('migration-for-all-controllers')

  test(
    {
      title:
        'runs only the other controllers while another process holds the lease, and the listed controller after its release',
      id: 'lets only the others work while somebody else holds it, and the listed one once nobody does',
    },
    async () => {
      let stopRenewals = (): void => {}
      const { api, manager } = await startMigrating({
        component: '*',
        prepareApi: (one) => {
          holdByOther(one, electionTimes.leaseMs, leaderName)
          stopRenewals = renewContinually(one, leaderName)
        },
      })
      monitorJitter(manager.processId)
      await untilWorked(api, 'replicaSets')
      expect(await becomesTrueSoon(() => hasWorked(api), silentMs)).toBe(false)
      await untilWorkedAgain(api, 'replicaSets')
      expect(hasWorked(api), 'the listed controller works').toBe(false)
      stopRenewals()
      await expectWithin(() => hasWorked(api), { withinMs: 20_000, what: 'the listed controller began' })

      expect(holderOf(api, leaderName)).not.toBe('somebody-else')
    },
  ).sees('migration-lock-not-awaited')
})

must(id('component'), 'ControllerLeaderConfiguration.component', () => {
  says('component names the program that should run a controller; * means any that takes part.')
  test(
    { title: 'runs a controller of its own component', id: 'runs a controller that is its own' },
    async () => {
      const { api } = await startMigrating({ component: programName() })
      await untilWorked(api, 'deployments')

      expect(hasWorked(api)).toBe(true)
    },
  ).sees('field-ignored-generic-leader-migration-controller-leaders-component')

  test(
    {
      title: 'does not run a controller of another component',
      id: 'does not run one that is of another component',
    },
    async () => {
      const { api } = await startMigrating({ component: 'another-component' })

      await expectLeftToOtherLeader(api, leaderName)
    },
  ).sees('migration-component-ignored', 'migration-first-entry-alone')
})
