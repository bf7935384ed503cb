import { currentCheck, JitterCanary, rule, test } from '#kit'
import { treeAt } from '#kit/launch.ts'
import type { CloudCall } from '#mocks/cloud/index.ts'
import { type CloudLoop, cloudManagerRule, startCloudManager } from '../../shared/cloud-manager.ts'
import { ignoringFault } from '../../shared/controller-manager/leaves.ts'
import { expectPace } from '../blocks/requests.ts'
import { createNode } from '../../shared/manager/nodes.ts'

const blocksSection = { document: 2, section: 'Cloud-related blocks' } as const

interface Period {
  readonly id: string
  readonly field: string
  readonly says: string
  readonly source: {
    readonly document: 2
    readonly section: string
    readonly rows: readonly string[]
    readonly aspect?: string
  }
  readonly loop: CloudLoop
  readonly call: CloudCall
  readonly isReady: boolean
}

const periods: readonly Period[] = [
  {
    id: 'manager.cloud.route-reconciliation-period.period',
    field: '/OrchCloudShared/RouteReconciliationPeriod',
    says: 'Once in a RouteReconciliationPeriod the routes of the cloud are compared with the nodes.',
    source: { ...blocksSection, rows: ['RouteReconciliationPeriod'] },
    loop: 'routes',
    call: 'list-routes',
    isReady: true,
  },
  {
    id: 'manager.cloud.node-monitor-period.period',
    field: '/OrchCloudShared/NodeMonitorPeriod',
    says: 'Once per NodeMonitorPeriod, the cloud is queried for nodes that stopped reporting.',
    source: { ...blocksSection, rows: ['NodeMonitorPeriod'], aspect: 'of the cloud controller manager' },
    loop: 'nodeLifecycle',
    call: 'instance-exists',
    isReady: false,
  },
  {
    id: 'manager.cloud.node-status-update-frequency.period',
    field: '/NodeStatusUpdateFrequency',
    says: 'Once in a NodeStatusUpdateFrequency the status of a node is brought up to date with the cloud.',
    source: {
      document: 2,
      section: 'Top-level kinds',
      rows: ['CloudControllerManagerConfiguration members.NodeStatusUpdateFrequency'],
    },
    loop: 'nodes',
    call: 'instance-metadata',
    isReady: true,
  },
]

for (const { field, loop, call, isReady, ...stated } of periods)
  rule({ ...cloudManagerRule, ...stated, waits: true }, () => {
    test
      .for({ 'one second': 1_000, 'two seconds': 2_000 })(
        { title: 'queries the cloud once in each period of %s', id: 'asks the cloud once in %s' },
        async (periodMs) => {
          const { cloud, manager } = await startCloudManager({
            loops: [loop],
            configuration: treeAt(field, `${periodMs}ms`),
            prepareApi: (api) => createNode(api, 'node-a', { isReady }),
          })
          const canary = new JitterCanary(manager.processId)
          currentCheck().defer(async () => canary[Symbol.dispose]())

          await expectPace({ canary }, () => cloud.calls(call).map(({ atMs }) => atMs), {
            what: call,
            periodMs,
          })
        },
      )
      .sees(ignoringFault(field))
  })
