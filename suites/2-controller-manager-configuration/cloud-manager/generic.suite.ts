import { expect, becomesTrueSoon, rule, test } from '#kit'
import type { ApiServerRequest } from '#mocks/api-server/index.ts'
import { cloudManagerRule, startCloudManager } from '../../shared/cloud-manager.ts'
import { electionBlock, leaseOf, lock, writesOfLease } from '../../shared/manager/election.ts'
import { hasBalanced, waitUntilInitializedAgain } from '../../shared/manager/cloud-migration.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'
import { createNode, createService } from '../../shared/manager/nodes.ts'

const source = {
  document: 2,
  section: 'Top-level kinds',
  rows: ['CloudControllerManagerConfiguration members.Generic'],
} as const
const withinMs = 15_000
const silentMs = 2_000

rule(
  {
    ...cloudManagerRule,
    id: 'manager.cloud.generic.leads',
    says: 'Generic configures the cloud controller manager as it does the controller manager: its election and its list of controllers count.',
    source,
  },
  () => {
    test(
      {
        title: 'the manager acquires the named lease before its loops send requests',
        id: 'it takes the lease that is named before its loops ask anything',
      },
      async () => {
        const { api, cloud } = await startCloudManager({
          configuration: { Generic: { LeaderElection: electionBlock() } },
          prepareApi: (one) => {
            one.hand.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: lock.namespace } })
            createNode(one, 'node-a')
            createService(one, 'web')
          },
        })
        await expectWithin(() => cloud.calls('ensure-load-balancer').length > 0, {
          withinMs,
          what: 'a load balancer was asked for',
        })

        const firstWatch = api.journal.find(({ resource }: ApiServerRequest) => resource === 'services')
        const [taken] = writesOfLease(api)
        expect(leaseOf(api)?.metadata).toMatchObject(lock)
        expect(taken?.atMs ?? Infinity, 'the lease was taken first').toBeLessThan(firstWatch?.atMs ?? 0)
      },
    ).sees('leadership-not-awaited')

    test(
      {
        title: 'the manager runs only the named loop',
        id: 'it runs the loop that is named and no other',
      },
      async () => {
        const { api, cloud } = await startCloudManager({
          loops: ['nodes'],
          prepareApi: (one) => {
            createNode(one, 'node-a', { isNew: true })
            createService(one, 'web')
          },
        })
        await expectWithin(() => cloud.calls('instance-metadata').length > 0, {
          withinMs,
          what: 'the cloud was asked about a node',
        })

        expect(await becomesTrueSoon(() => hasBalanced(cloud), silentMs)).toBe(false)
        await waitUntilInitializedAgain(api, cloud)
        expect(hasBalanced(cloud), 'the loop of services works').toBe(false)
      },
    ).sees('controllers-unnamed-enabled')
  },
)
