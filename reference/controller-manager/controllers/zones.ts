import type { ApiObject } from '../../manager/api.ts'
import type { Loop } from './controller.ts'
import { conditionOf } from '../../manager/object.ts'
import { fault } from '../../quirks/quirks.ts'

const block = '/NodeLifecycleController'
const minNotReady = 3

/** Reports whether a node is known to have failed. */
export function isNotReady(node: ApiObject): boolean {
  const status = conditionOf(node, 'Ready')?.['status']
  return status !== undefined && status !== 'True'
}

/** Returns the eviction rate of a zone, in a cluster with a number of nodes; no evictions if it is not positive. */
export function evictionsPerSecond({ config }: Loop, members: readonly ApiObject[], nodes: number): number {
  const down = members.filter(isNotReady).length
  const share = down / members.length
  const threshold = config.value(`${block}/UnhealthyZoneThreshold`)
  const isAbove = share > threshold || (share === threshold && !fault('unhealthy-zone-threshold-exclusive'))
  const min = fault('unhealthy-zone-of-four-nodes') ? minNotReady + 1 : minNotReady
  const isUnhealthy = isAbove && (down >= min || fault('unhealthy-zone-of-two-nodes'))
  if (!isUnhealthy) return config.value(`${block}/NodeEvictionRate`)
  const max = config.value(`${block}/LargeClusterSizeThreshold`)
  const size = fault('large-cluster-counts-zone') ? members.length : nodes
  const isSmall = size < max || (size === max && !fault('large-cluster-from-threshold'))
  return isSmall ? 0 : config.value(`${block}/SecondaryNodeEvictionRate`)
}
