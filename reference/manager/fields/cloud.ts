import { field } from '../field.ts'

const secondMs = 1000

/**
 * Fields of the blocks that both controller managers have: the shared cloud settings and the settings of the service
 * controller.
 */
export const sharedCloudFields = [
  field('/OrchCloudShared/CloudProvider/Name', 'string'),
  field('/OrchCloudShared/CloudProvider/CloudConfigFile', 'string'),
  field('/OrchCloudShared/ExternalCloudVolumePlugin', 'string'),
  field('/OrchCloudShared/UseServiceAccountCredentials', 'bool'),
  field('/OrchCloudShared/AllowUntaggedCloud', 'bool'),
  field('/OrchCloudShared/RouteReconciliationPeriod', 'duration', 10 * secondMs),
  field('/OrchCloudShared/NodeMonitorPeriod', 'duration', 5 * secondMs),
  field('/OrchCloudShared/ClusterName', 'string', 'orch'),
  field('/OrchCloudShared/ClusterCIDR', 'string'),
  field('/OrchCloudShared/AllocateNodeCIDRs', 'bool'),
  field('/OrchCloudShared/CIDRAllocatorType', 'string', 'RangeAllocator'),
  field('/OrchCloudShared/ConfigureCloudRoutes', 'bool', true),
  field('/OrchCloudShared/NodeSyncPeriod', 'duration'),
  field('/ServiceController/ConcurrentServiceSyncs', 'int32', 1),
] as const

/** Fields that only the cloud controller manager has. */
export const cloudFields = [
  field('/NodeController/ConcurrentNodeSyncs', 'int32', 1),
  field('/NodeStatusUpdateFrequency', 'duration', 300 * secondMs),
  field('/Webhook/Webhooks', 'strings'),
] as const
