import type { ApiObject } from '../../manager/api.ts'
import type { Loop } from './controller.ts'
import { conditionOf } from '../../manager/object.ts'
import { fault } from '../../quirks/quirks.ts'

const block = '/NodeLifecycleController'
const minNotReadyNodes = 3

/** Reports whether the condition `Ready` of a node has a status other than true. */
export function isNotReady(node: ApiObject): boolean {
  const status = conditionOf(node, 'Ready')?.['status']
  return status !== undefined && status !== 'True'
}

/**
 * Returns the eviction rate of a zone, in a cluster with a number of nodes; no evictions if the rate is not positive.
 */
export function evictionsPerSecond(
  { config }: Loop,
  members: readonly ApiObject[],
  nodeCount: number,
): number {
  const notReadyCount = members.filter(isNotReady).length
  const notReadyShare = notReadyCount / members.length
  const threshold = config.value(`${block}/UnhealthyZoneThreshold`)
  const exceedsThreshold =
    notReadyShare > threshold || (notReadyShare === threshold && !fault('unhealthy-zone-threshold-exclusive'))
  const minCount = fault('unhealthy-zone-of-four-nodes') ? minNotReadyNodes + 1 : minNotReadyNodes
  const isZoneUnhealthy =
    exceedsThreshold && (notReadyCount >= minCount || fault('unhealthy-zone-of-two-nodes'))
  if (!isZoneUnhealthy) return config.value(`${block}/NodeEvictionRate`)
  const sizeThreshold = config.value(`${block}/LargeClusterSizeThreshold`)
  const size = fault('large-cluster-counts-zone') ? members.length : nodeCount
  const isSmallCluster =
    size < sizeThreshold || (size === sizeThreshold && !fault('large-cluster-from-threshold'))
  return isSmallCluster ? 0 : config.value(`${block}/SecondaryNodeEvictionRate`)
}
