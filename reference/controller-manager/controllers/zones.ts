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

/** Reports whether the status of a node is unknown. */
export const isSilent = (node: ApiObject) => conditionOf(node, 'Ready')?.['status'] === 'Unknown'

/**
 * Returns the eviction rate of a zone, in a cluster with these nodes; no evictions if the rate is not positive.
 */
export function evictionsPerSecond(
  { config }: Loop,
  members: readonly ApiObject[],
  allNodes: readonly ApiObject[],
): number {
  const countedNodes =
    allNodes.length > members.length && fault('unhealthy-zone-of-cluster') ? allNodes : members
  const notReadyCount = countedNodes.filter(
    (node) => isNotReady(node) && (isSilent(node) ? !fault('unknown-nodes-not-counted') : true),
  ).length
  const notReadyShare = notReadyCount / countedNodes.length
  const threshold = config.value(`${block}/UnhealthyZoneThreshold`)
  const exceedsThreshold =
    notReadyShare > threshold || (notReadyShare === threshold && !fault('unhealthy-zone-threshold-exclusive'))
  const minCount = fault('unhealthy-zone-of-four-nodes') ? minNotReadyNodes + 1 : minNotReadyNodes
  const isZoneUnhealthy =
    exceedsThreshold && (notReadyCount >= minCount || fault('unhealthy-zone-of-two-nodes'))
  const rateOf = (rate: number) =>
    !Number.isInteger(rate) && fault('eviction-rates-rounded-up') ? Math.ceil(rate) : rate
  if (!isZoneUnhealthy) return rateOf(config.value(`${block}/NodeEvictionRate`))
  const sizeThreshold = config.value(`${block}/LargeClusterSizeThreshold`)
  const size = fault('large-cluster-counts-zone') ? members.length : allNodes.length
  const isSmallCluster =
    size < sizeThreshold || (size === sizeThreshold && !fault('large-cluster-from-threshold'))
  return isSmallCluster ? 0 : rateOf(config.value(`${block}/SecondaryNodeEvictionRate`))
}
