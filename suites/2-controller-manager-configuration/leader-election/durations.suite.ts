import { accepts, expect, refuses, rulesOf, says, test } from '#kit'
import {
  checkApi,
  expectManagerAccepted,
  expectManagerRefusal,
  managerOutcome,
  type ManagerSpec,
  startManager,
} from '../../shared/controller-manager.ts'
import { electionBlock, electionTimes, type ElectionTimes } from '../../shared/manager/election.ts'
import { createWork, untilWorked, workerName } from '../../shared/manager/work.ts'

const { must } = rulesOf({ document: 2, section: 'Limits', overlaps: true })
const id = (name: string) => `manager.generic.leader-election.${name}`

const specWithTimes = (changes: Partial<ElectionTimes>, extraFields: object = {}): ManagerSpec => ({
  configuration: {
    Generic: { LeaderElection: { ...electionBlock({ ...electionTimes, ...changes }), ...extraFields } },
  },
})

must(id('renew-deadline.at-most-lease-duration'), 'renewDeadline', () => {
  says('renewDeadline is less than or equal to leaseDuration.')
  accepts(
    { title: 'a renewDeadline that is shorter than leaseDuration', id: 'one that is shorter' },
    async () => {
      await expectManagerAccepted(specWithTimes({ renewMs: electionTimes.leaseMs - 1 }))
    },
  ).sees('renew-deadline-just-below-refused')

  accepts(
    { title: 'a renewDeadline that is as long as leaseDuration', id: 'one that is just as long' },
    async () => {
      await expectManagerAccepted(specWithTimes({ renewMs: electionTimes.leaseMs }))
    },
  ).sees('renew-deadline-of-lease-duration-refused')

  refuses(
    {
      title: 'a renewDeadline that is a millisecond longer than leaseDuration',
      id: 'one that is a millisecond longer',
    },
    async () => {
      await expectManagerRefusal(specWithTimes({ renewMs: electionTimes.leaseMs + 1 }), 'renewDeadline')
    },
  ).sees('renew-deadline-above-lease-duration-accepted')
})

must(
  id('leader-elect.off'),
  {
    section: 'GenericControllerManagerConfiguration',
    rows: ['leaderElect', 'leaseDuration', 'renewDeadline', 'retryPeriod'],
  },
  () => {
    says('Without leaderElect no leadership is acquired, and the durations do not apply.')
    test(
      { title: 'works without requesting a lease', id: 'works without asking for any lease' },
      async () => {
        const api = await checkApi()
        createWork(api)
        await startManager({
          api,
          configuration: { Generic: { LeaderElection: { leaderElect: false } } },
          extraConfiguration: { Generic: { Controllers: [workerName('deployments')] } },
        })
        await untilWorked(api, 'deployments')

        // Controllers may list all leases, like all other objects. A candidate requests its lease by name.
        const leaseRequests = api.journal.filter(
          ({ resource, verb }) => resource === 'leases' && verb !== 'list' && verb !== 'watch',
        )
        expect(leaseRequests.map(({ what }) => what)).toEqual([])
      },
    ).sees('field-ignored-generic-leader-election-leader-elect')

    accepts('a renewDeadline above leaseDuration', async () => {
      await expectManagerAccepted(
        specWithTimes({ renewMs: electionTimes.leaseMs + 1 }, { leaderElect: false }),
      )
    }).sees('durations-judged-without-election')
  },
)

must(
  id('resource-lock.type'),
  { section: 'GenericControllerManagerConfiguration', row: 'resourceLock', aspect: 'other types' },
  () => {
    says('A lock of another type than leases is no lease: it is used, or refused.')
    test('a manager with the lock endpoints takes no lease', async (check) => {
      const api = await checkApi()
      createWork(api)
      const { outcome } = await managerOutcome(
        { ...specWithTimes({}, { resourceLock: 'endpoints', resourceNamespace: 'default' }), api },
        () => untilWorked(api, 'deployments'),
      )

      check.observe('a manager with the lock endpoints', outcome)
      expect(api.hand.list('leases').map(({ metadata }) => metadata.name)).toEqual([])
    }).sees('election-lock-unchecked', 'field-ignored-generic-leader-election-resource-lock')
  },
)
