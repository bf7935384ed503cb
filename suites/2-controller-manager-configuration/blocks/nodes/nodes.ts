import type { ApiServer } from '#mocks/api-server/index.ts'
import { startManager, checkApi } from '../../../shared/controller-manager.ts'
import { currentCheck, JitterCanary } from '#kit'
import { putObject, termInDialect, startSpec } from '../fixture.ts'

export const block = '/NodeLifecycleController'
export const fields = {
  rate: `${block}/NodeEvictionRate`,
  secondRate: `${block}/SecondaryNodeEvictionRate`,
  startup: `${block}/NodeStartupGracePeriod`,
  monitor: `${block}/NodeMonitorGracePeriod`,
  timeout: `${block}/PodEvictionTimeout`,
  large: `${block}/LargeClusterSizeThreshold`,
  unhealthy: `${block}/UnhealthyZoneThreshold`,
} as const

/** Status of the condition `Ready` of a node. */
export type ReadyStatus = 'True' | 'False' | 'Unknown'

/** Number of nodes in one zone, number of its failed nodes, and fields of the manager. */
export interface Zone {
  readonly nodes: number
  readonly down: number
  /** Status of the failed nodes. Default: `False`. */
  readonly failedStatus?: ReadyStatus
  /** True if the cluster has no other nodes. By default, another zone has a healthy node. */
  readonly isCluster?: true
  /** Number of nodes in another zone, and number of its failed nodes, with names such as `other-0`. */
  readonly otherZone?: { readonly nodes: number; readonly down: number }
  readonly fields: Readonly<Record<string, unknown>>
}

const container = { name: 'main', image: 'judged.example/main' }

/** Starts a manager on a zone whose first nodes have failed. Each node has a pod. */
export async function startZone({
  nodes,
  down,
  failedStatus = 'False',
  isCluster,
  otherZone = { nodes: 0, down: 0 },
  fields: settings,
}: Zone) {
  const api = await checkApi()
  const putNodes = (prefix: string, nodeCount: number, failedCount: number, zone: string) => {
    for (let number = 0; number < nodeCount; number++) {
      putNode(api, `${prefix}-${number}`, number < failedCount ? failedStatus : 'True', zone)
      putPod(api, `${prefix}-${number}`)
    }
  }
  putNodes('node', nodes, down, 'judged')
  putNodes('other', otherZone.nodes, otherZone.down, 'elsewhere')
  // The cluster has a healthy node, because another rule applies if all nodes have failed.
  if (isCluster === undefined) putNode(api, 'elsewhere', 'True', 'elsewhere')
  const manager = await startManager(
    startSpec(
      {
        blocks: ['NodeLifecycleController'],
        // The long grace period keeps the healthy nodes healthy.
        fields: {
          [fields.monitor]: '1h',
          [fields.timeout]: '0s',
          '/OrchCloudShared/NodeMonitorPeriod': '500ms',
          ...settings,
        },
        watchedResources: ['nodes', 'pods'],
      },
      api,
    ),
  )
  const canary = new JitterCanary(manager.processId)
  currentCheck().defer(async () => canary[Symbol.dispose]())
  return { api, manager, canary }
}

/** Returns a current node status. */
function statusOf(ready: ReadyStatus) {
  const nowText = `${new Date().toISOString().slice(0, 19)}Z`
  return {
    conditions: [
      {
        type: 'Ready',
        status: ready,
        reason: 'Judged',
        lastHeartbeatTime: nowText,
        lastTransitionTime: nowText,
      },
    ],
  }
}

/** Updates the ready status of an existing node. */
export function reportReady(api: ApiServer, name: string, ready: ReadyStatus): void {
  api.hand.patch({ resource: 'nodes', name }, { status: statusOf(ready) })
}

/** Creates a node of a zone with a ready status. */
export function putNode(api: ApiServer, name: string, ready: ReadyStatus, zone: string): void {
  putObject(api, {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: { 'topology.orch.io/zone': zone, 'topology.orch.io/region': 'judged', 'orch.io/os': 'linux' },
    },
    status: statusOf(ready),
  })
}

function putPod(api: ApiServer, nodeName: string): void {
  putObject(api, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `on-${nodeName}`, namespace: 'default' },
    spec: { nodeName, containers: [container] },
    status: { phase: 'Running' },
  })
}

/** Returns the times at which the nodes were evicted, oldest first. */
export function evictionTimes(api: ApiServer): number[] {
  return [...evictedNodes(api).values()].toSorted((one, other) => one - other)
}

/**
 * Returns the time at which each node was evicted: the deletion of its pod, or a taint that no pod tolerates, whichever
 * was first.
 */
export function evictedNodes(api: ApiServer): ReadonlyMap<string, number> {
  const firstEvictions = new Map<string, number>()
  for (const request of api.journal) {
    const { verb, resource, name, atMs, body } = request
    const isTaintWrite =
      resource === 'nodes' &&
      (verb === 'patch' || verb === 'update') &&
      JSON.stringify(body ?? '').includes(termInDialect('NoExecute'))
    const node =
      resource === 'pods' && verb === 'delete' ? name.replace(/^on-/, '') : isTaintWrite ? name : undefined
    if (node !== undefined && !firstEvictions.has(node)) firstEvictions.set(node, atMs)
  }
  return firstEvictions
}
