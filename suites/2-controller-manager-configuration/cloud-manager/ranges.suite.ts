import { becomesTrue, rule, test } from '#kit'
import { cloudManagerRule, startCloudManager } from '../../shared/cloud-manager.ts'
import { createNode } from '../../shared/manager/nodes.ts'

const withinMs = 4_000

rule(
  {
    ...cloudManagerRule,
    level: 'UNSPECIFIED',
    id: 'manager.cloud.allocate-node-cidrs.alone',
    says: 'Unspecified: whether ranges that others allocated are set at the provider where AllocateNodeCIDRs is false and ConfigureCloudRoutes is true.',
    source: {
      document: 2,
      section: 'Cloud-related blocks',
      rows: ['AllocateNodeCIDRs'],
      aspect: 'of the cloud controller manager',
    },
  },
  () => {
    test(
      {
        title: 'records whether a route is created to a range that the manager did not allocate',
        id: 'whether a route is made to a range of another origin is recorded',
      },
      async (check) => {
        const { cloud } = await startCloudManager({
          loops: ['routes'],
          configuration: { OrchCloudShared: { AllocateNodeCIDRs: false } },
          extraConfiguration: {
            OrchCloudShared: { ConfigureCloudRoutes: true, RouteReconciliationPeriod: '1s' },
          },
          prepareApi: (one) => createNode(one, 'node-a', { podCIDR: '10.77.3.0/24' }),
        })

        const isRouteMade = await becomesTrue(() => cloud.cloud.routes.length > 0, withinMs)
        check.observe('a route to a range of another origin', isRouteMade ? 'made' : 'not made')
      },
    )
  },
)
