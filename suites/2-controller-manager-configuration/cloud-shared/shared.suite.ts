import { expect, becomesTrueSoon, rulesOf, says, test } from '#kit'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { checkApi, controllerName, startManager } from '../../shared/controller-manager.ts'
import { createWork, untilWorked, untilWorkedAgain, workerName, workOf } from '../../shared/manager/work.ts'
import { ignoringFault } from '../../shared/controller-manager/leaves.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'

const { must, excluded } = rulesOf({ document: 2, section: 'Cloud-related blocks', overlaps: true })
const silentMs = 2_000

/** Returns the users of the writes of two active controllers. */
async function writersWith(UseServiceAccountCredentials: boolean): Promise<readonly (string | undefined)[]> {
  const api = await checkApi()
  createWork(api)
  await startManager({
    api,
    configuration: { OrchCloudShared: { UseServiceAccountCredentials } },
    extraConfiguration: { Generic: { Controllers: [workerName('deployments'), workerName('replicaSets')] } },
  })
  await untilWorked(api, 'deployments')
  await untilWorked(api, 'replicaSets')
  return (['deployments', 'replicaSets'] as const).map((worker) => workOf(api, worker)[0]?.user?.name)
}

must('manager.orch-cloud-shared.use-service-account-credentials.used', 'UseServiceAccountCredentials', () => {
  says(
    'Controllers have service-account credentials of their own where UseServiceAccountCredentials is true, and else not.',
  )
  test(
    {
      title: 'two controllers write as two service accounts when UseServiceAccountCredentials is true',
      id: 'two controllers write as two service accounts where it is true',
    },
    async () => {
      const names = await writersWith(true)

      expect(
        names.map((name) => name?.startsWith('system:serviceaccount:')),
        'service accounts',
      ).toEqual([true, true])
      expect(new Set(names).size, 'different ones').toBe(2)
    },
  ).sees('service-account-credentials-shared')

  test(
    {
      title: 'two controllers share the client configuration when UseServiceAccountCredentials is false',
      id: 'they share the credentials of the client configuration where it is false',
    },
    async () => {
      expect(await writersWith(false)).toEqual([undefined, undefined])
    },
  ).sees('service-account-credentials-always')
})

const clusterRange = '10.77.0.0/16'
const isInRange = (range: unknown): boolean => typeof range === 'string' && range.startsWith('10.77.')

interface NodeSpec {
  readonly podCIDR?: string
}

interface NodeFixture {
  readonly api: ApiServer
  readonly range: () => string | undefined
}

/** Starts a manager that assigns node ranges, with one node without a range. */
async function fixtureWithNode(AllocateNodeCIDRs: boolean): Promise<NodeFixture> {
  const api: ApiServer = await checkApi()
  api.hand.create({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-a' } })
  createWork(api)
  await startManager({
    api,
    configuration: { OrchCloudShared: { AllocateNodeCIDRs, ClusterCIDR: clusterRange } },
    extraConfiguration: {
      Generic: { Controllers: [controllerName('NodeIPAMController'), workerName('deployments')] },
      NodeIPAMController: { NodeCIDRMaskSize: 24 },
    },
  })
  await untilWorked(api, 'deployments')
  const node = () => api.hand.get({ resource: 'nodes', name: 'node-a' })
  return { api, range: () => (node()?.['spec'] as NodeSpec | undefined)?.podCIDR }
}

must('manager.orch-cloud-shared.allocate-node-cidrs.allocates', 'AllocateNodeCIDRs', () => {
  says(
    'Where AllocateNodeCIDRs is true, each node gets a range for its pods out of ClusterCIDR, and else none.',
  )
  test(
    {
      title: 'a node gets a range of the cluster when AllocateNodeCIDRs is true',
      id: 'a node gets a range of the cluster where it is true',
    },
    async () => {
      const { range } = await fixtureWithNode(true)
      await expectWithin(() => range() !== undefined, { withinMs: 10_000, what: 'the node got a range' })

      expect(isInRange(range()), range()).toBe(true)
    },
  ).sees('field-ignored-orch-cloud-shared-allocate-node-cidrs')

  test(
    { title: 'a node gets no range when AllocateNodeCIDRs is false', id: 'it gets none where it is false' },
    async () => {
      const { api, range } = await fixtureWithNode(false)

      expect(await becomesTrueSoon(() => range() !== undefined, silentMs)).toBe(false)
      await untilWorkedAgain(api, 'deployments')
      expect(range()).toBeUndefined()
    },
  ).sees('node-ranges-always-allocated')
})

const unjudgedBecauseNoCall = (what: string) =>
  `The documents name no call by which ${what}, so what it does cannot be seen; the value itself is read back.`
const judgedElsewhere = (rules: string) =>
  `In the controller manager nothing shows it; in the cloud controller manager, which has the same block, ${rules} judges it.`

/** Fields that only the loops of the cloud controller manager use. */
const unobservableFields = {
  ExternalCloudVolumePlugin: unjudgedBecauseNoCall('volume plugins of a cloud are called'),
  NodeSyncPeriod: unjudgedBecauseNoCall('nodes are listed at a provider'),
  AllowUntaggedCloud: judgedElsewhere('manager.cloud.allow-untagged-cloud.allows'),
  RouteReconciliationPeriod: judgedElsewhere('manager.cloud.route-reconciliation-period.period'),
  ClusterName: judgedElsewhere('manager.cloud.cluster-name.named'),
  ConfigureCloudRoutes: judgedElsewhere('manager.cloud.configure-cloud-routes.makes'),
}

for (const [row, reason] of Object.entries(unobservableFields))
  excluded(
    `${ignoringFault(`/OrchCloudShared/${row}`).replace('field-ignored-orch-cloud-shared-', 'manager.orch-cloud-shared.')}.effect`,
    row,
    `What ${row} does shows in a cloud.`,
    reason,
  )
