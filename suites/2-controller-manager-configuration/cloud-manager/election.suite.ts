import { accepts, becomesTrue, monitorJitter, expect, becomesTrueSoon, refuses, rule, test } from '#kit'
import { type ApiServer, fail } from '#mocks/api-server/index.ts'
import { checkCloud, cloudSpec, cloudManagerRule, startCloudManager } from '../../shared/cloud-manager.ts'
import { expectManagerAccepted, expectManagerRefusal } from '../../shared/controller-manager.ts'
import { ignoringFault } from '../../shared/controller-manager/leaves.ts'
import {
  electionBlock,
  holdByOther,
  holderOf,
  lock,
  lockFaults,
  renewContinually,
  electionTimes,
  type ElectionTimes,
} from '../../shared/manager/election.ts'
import { createNode, createService } from '../../shared/manager/nodes.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'

const withinMs = 20_000
const row = 'CloudControllerManagerConfiguration members.Generic'
const election = '/Generic/LeaderElection'
const electionRule = (aspect: string, says: string) => ({
  ...cloudManagerRule,
  id: `manager.cloud.generic.leader-election.${aspect}`,
  says,
  source: { document: 2, section: 'Top-level kinds', rows: [row], aspect: `election, ${aspect}` } as const,
})

const withElection = (changes: Partial<ElectionTimes> = {}) => ({
  Generic: { LeaderElection: electionBlock({ ...electionTimes, ...changes }) },
})

function createCloudWork(api: ApiServer): void {
  api.hand.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: lock.namespace } })
  createNode(api, 'node-a')
  createService(api, 'web')
}

rule(
  {
    ...electionRule(
      'waits',
      'The loops wait while another instance holds the lease, and begin once it is not renewed.',
    ),
    waits: true,
  },
  () => {
    test(
      {
        title: 'takes over no sooner than leaseDuration after the last renewal, then runs its loops',
        id: 'takes over no sooner than leaseDuration after the last renewal, and works then',
      },
      async () => {
        let stopRenewals = (): void => {}
        const { api, cloud } = await startCloudManager({
          configuration: withElection(),
          prepareApi: (one) => {
            createCloudWork(one)
            holdByOther(one, electionTimes.leaseMs)
            stopRenewals = renewContinually(one)
          },
        })
        const hasWorked = () => cloud.calls('ensure-load-balancer').length > 0
        expect(
          await becomesTrueSoon(hasWorked, electionTimes.leaseMs),
          'work under the lease of another',
        ).toBe(false)
        stopRenewals()
        await expectWithin(hasWorked, { withinMs, what: 'the manager worked' })

        expect(holderOf(api)).not.toBe('somebody-else')
      },
    ).sees('leadership-not-awaited', 'lease-never-taken-over', 'cloud-balancers-not-made', ...lockFaults)
  },
)

rule(
  {
    ...electionRule(
      'stops',
      'A cloud controller manager that cannot renew its lease for renewDeadline stops leading.',
    ),
    waits: true,
  },
  () => {
    test(
      {
        title: 'stops its work at the deadline if it cannot renew its lease',
        id: 'no longer works after the deadline',
      },
      async () => {
        const { api, cloud, manager } = await startCloudManager({
          configuration: withElection(),
          prepareApi: createCloudWork,
        })
        monitorJitter(manager.processId)
        const hasWorkedOn = (service: string) =>
          cloud
            .calls('ensure-load-balancer')
            .some(({ told: parameters }) => parameters.service === `default/${service}`)
        await expectWithin(() => hasWorkedOn('web'), { withinMs, what: 'the manager worked' })
        api.on({ resource: 'leases', namespace: lock.namespace }, fail(500))
        await becomesTrue(
          () => manager.program.exit !== undefined,
          electionTimes.renewMs + 2 * electionTimes.retryMs + 2_000,
        )
        createService(api, 'too-late')

        expect(await becomesTrueSoon(() => hasWorkedOn('too-late'), 2_000)).toBe(false)
      },
    ).sees(
      'leadership-kept-past-deadline',
      'cloud-balancers-not-made',
      ignoringFault(`${election}/renewDeadline`),
      ...lockFaults.slice(1),
    )
  },
)

rule(
  electionRule(
    'deadline',
    'renewDeadline is less than or equal to leaseDuration in the cloud controller manager as well.',
  ),
  () => {
    const spec = async (renewMs: number) =>
      cloudSpec(await checkCloud(), { configuration: withElection({ renewMs }) })

    accepts(
      { title: 'a renewDeadline that is shorter than leaseDuration', id: 'one that is shorter' },
      async () => {
        await expectManagerAccepted(await spec(electionTimes.leaseMs - 1))
      },
    ).sees('renew-deadline-just-below-refused', ignoringFault(`${election}/renewDeadline`))

    refuses(
      {
        title: 'a renewDeadline that is a millisecond longer than leaseDuration',
        id: 'one that is a millisecond longer',
      },
      async () => {
        await expectManagerRefusal(await spec(electionTimes.leaseMs + 1), 'renewDeadline')
      },
    ).sees('renew-deadline-above-lease-duration-accepted', ignoringFault(`${election}/leaseDuration`))
  },
)
