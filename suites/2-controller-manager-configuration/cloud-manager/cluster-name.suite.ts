import { expect, nowMs, rule, test, untilMoment } from '#kit'
import type { CloudCall } from '#mocks/cloud/index.ts'
import { cloudManagerRule, startCloudManager } from '../../shared/cloud-manager.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'
import { createNode, createService } from '../../shared/manager/nodes.ts'

const withinMs = 20_000
const cluster = 'judged-cluster'
const namedCalls: readonly CloudCall[] = [
  'ensure-load-balancer',
  'update-load-balancer',
  'delete-load-balancer',
  'list-routes',
  'create-route',
  'delete-route',
]

rule(
  {
    ...cloudManagerRule,
    id: 'manager.cloud.cluster-name.each-call',
    says: 'Each call about a load balancer or a route names the cluster, also one that changes or deletes it.',
    source: {
      document: 2,
      section: 'Cloud-related blocks',
      rows: ['ClusterName'],
      aspect: 'each call',
    },
  },
  () => {
    test(
      { title: 'creates, changes and deletes load balancers and routes of the cluster', id: 'named' },
      async () => {
        const { api, cloud } = await startCloudManager({
          loops: ['services', 'routes'],
          configuration: { OrchCloudShared: { ClusterName: cluster } },
          extraConfiguration: {
            OrchCloudShared: {
              AllocateNodeCIDRs: true,
              ConfigureCloudRoutes: true,
              RouteReconciliationPeriod: '1s',
            },
          },
          prepareApi: (one) => {
            createNode(one, 'node-a', { podCIDR: '10.77.3.0/24' })
            createService(one, 'web')
          },
        })
        const untilCalled = (call: CloudCall) =>
          expectWithin(() => cloud.calls(call).length > 0, { withinMs, what: `the cloud received ${call}` })
        await untilCalled('ensure-load-balancer')
        await untilCalled('create-route')
        const isBalanced = () =>
          JSON.stringify(api.hand.get({ resource: 'services', name: 'web' })?.['status'] ?? {}).includes(
            '198.51.100.',
          )
        await expectWithin(isBalanced, { withinMs, what: 'the service has its balancer' })
        await untilMoment(nowMs() + 500, 'the manager knows that the service has its balancer')
        createNode(api, 'node-b')
        await untilCalled('update-load-balancer')
        cloud.cloud.handlers['create-route']({ node: 'node-a', range: '10.77.4.0/24' })
        await untilCalled('delete-route')
        api.hand.remove({ resource: 'services', name: 'web' })
        await untilCalled('delete-load-balancer')

        const clusters = namedCalls.map((call) => [
          call,
          ...new Set(cloud.calls(call).map(({ told: parameters }) => parameters.cluster)),
        ])
        expect(clusters).toEqual(namedCalls.map((call) => [call, cluster]))
      },
    ).sees('cloud-cluster-name-of-new-alone')
  },
)
