import { expect, becomesTrueSoon, rule, test } from '#kit'
import { ignoringFault } from '../../shared/controller-manager/leaves.ts'
import { cloudManagerRule, startCloudManager } from '../../shared/cloud-manager.ts'
import { hasInitialized, waitUntilInitializedAgain } from '../../shared/manager/cloud-migration.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'
import { createNode, createService } from '../../shared/manager/nodes.ts'

const withinMs = 15_000
// Long enough for an action that must not happen, after the other loop has worked.
const silentMs = 2_000
const sharedPath = '/OrchCloudShared'
const blocksSection = { document: 2, section: 'Cloud-related blocks' } as const
const cluster = 'judged-cluster'
const range = '10.77.3.0/24'
const clusterNameBlock = { OrchCloudShared: { ClusterName: cluster } }

rule(
  {
    ...cloudManagerRule,
    id: 'manager.cloud.loops',
    says: 'The cloud controller manager runs the loops of nodes, services and routes.',
    source: { document: 2, section: 'What the service does', rows: ['cloud loops'] },
  },
  () => {
    test(
      {
        title: 'a new node gets its data from the cloud',
        id: 'a new node gets what the cloud knows of it',
      },
      async () => {
        const { api, cloud } = await startCloudManager({
          loops: ['nodes'],
          prepareApi: (one) => createNode(one, 'node-a', { isNew: true }),
        })
        const node = () =>
          api.hand.get({ resource: 'nodes', name: 'node-a' })?.['spec'] as { providerID?: string } | undefined
        await expectWithin(() => node()?.providerID !== undefined, {
          withinMs,
          what: 'the node was initialized',
        })

        expect(node()?.providerID).toBe('conformance://node-a')
        expect(cloud.calls('instance-metadata')[0]?.told).toMatchObject({ node: 'node-a' })
      },
    ).sees('cloud-nodes-not-initialized')

    test(
      {
        title: 'a service that requests a load balancer gets a load balancer',
        id: 'a service that asks for one gets a load balancer',
      },
      async () => {
        const { api, cloud } = await startCloudManager({
          prepareApi: (one) => {
            createNode(one, 'node-a')
            createService(one, 'web')
          },
        })
        const status = () =>
          JSON.stringify(api.hand.get({ resource: 'services', name: 'web' })?.['status'] ?? {})
        await expectWithin(() => status().includes('198.51.100.'), {
          withinMs,
          what: 'the service was told of it',
        })

        expect(cloud.cloud.balancers).toHaveLength(1)
      },
    ).sees('cloud-balancers-not-made')

    test(
      {
        title: 'a node that the cloud no longer has is deleted once it is not ready',
        id: 'a node that left the cloud is deleted once it fell silent',
      },
      async () => {
        const { api } = await startCloudManager({
          loops: ['nodeLifecycle'],
          extraConfiguration: { OrchCloudShared: { NodeMonitorPeriod: '1s' } },
          cloudAnswers: { 'instance-exists': () => ({ exists: false }) },
          prepareApi: (one) => createNode(one, 'node-a', { isReady: false }),
        })
        const isDeleted = () => api.hand.get({ resource: 'nodes', name: 'node-a' }) === undefined

        await expectWithin(isDeleted, { withinMs, what: 'the node was deleted' })
      },
    ).sees('cloud-nodes-kept')
  },
)

rule(
  {
    ...cloudManagerRule,
    id: 'manager.cloud.configure-cloud-routes.makes',
    says: 'Where ConfigureCloudRoutes is true, the ranges of nodes are set at the provider, and else not.',
    source: { ...blocksSection, rows: ['ConfigureCloudRoutes'] },
  },
  () => {
    const withRoutes = (ConfigureCloudRoutes: boolean) =>
      startCloudManager({
        loops: ['routes', 'nodes'],
        configuration: { OrchCloudShared: { ConfigureCloudRoutes } },
        extraConfiguration: {
          OrchCloudShared: {
            AllocateNodeCIDRs: true,
            RouteReconciliationPeriod: '1s',
            ...clusterNameBlock.OrchCloudShared,
          },
        },
        prepareApi: (one) => {
          createNode(one, 'node-a', { podCIDR: range })
          createNode(one, 'node-b', { isNew: true })
        },
      })

    test(
      {
        title: 'a route leads to the range of a node when ConfigureCloudRoutes is true',
        id: 'a route leads to the range of a node where it is true',
      },
      async () => {
        const { cloud } = await withRoutes(true)
        await expectWithin(() => cloud.cloud.routes.length > 0, { withinMs, what: 'a route was made' })

        expect(cloud.cloud.routes[0]).toMatchObject({ node: 'node-a', range })
        expect(cloud.calls('create-route')[0]?.told.cluster).toBe(cluster)
      },
    ).sees('cloud-routes-not-made')

    test(
      {
        title: 'no route is queried when ConfigureCloudRoutes is false',
        id: 'nobody asks about routes where it is false',
      },
      async () => {
        const { api, cloud } = await withRoutes(false)
        await expectWithin(() => hasInitialized(cloud, 'node-b'), {
          withinMs,
          what: 'the cloud was asked about a node',
        })

        const routeCalls = () => [...cloud.calls('list-routes'), ...cloud.calls('create-route')]
        expect(await becomesTrueSoon(() => routeCalls().length > 0, silentMs)).toBe(false)
        await waitUntilInitializedAgain(api, cloud)
        expect(routeCalls()).toEqual([])
      },
    ).sees(ignoringFault(`${sharedPath}/ConfigureCloudRoutes`))
  },
)

rule(
  {
    ...cloudManagerRule,
    id: 'manager.cloud.cluster-name.named',
    says: 'ClusterName distinguishes the resources of this cluster at the provider from those of others.',
    source: { ...blocksSection, rows: ['ClusterName'] },
  },
  () => {
    test(
      {
        title: 'a load balancer is requested with the name of the cluster',
        id: 'a load balancer is asked for in the name of the cluster',
      },
      async () => {
        const { cloud } = await startCloudManager({
          configuration: clusterNameBlock,
          prepareApi: (one) => {
            createNode(one, 'node-a')
            createService(one, 'web')
          },
        })
        const balancerCalls = () => cloud.calls('ensure-load-balancer')
        await expectWithin(() => balancerCalls().length > 0, {
          withinMs,
          what: 'a load balancer was asked for',
        })

        expect(balancerCalls()[0]?.told.cluster).toBe(cluster)
      },
    ).sees('field-ignored-orch-cloud-shared-cluster-name')
  },
)
