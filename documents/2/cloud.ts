import { all, keys } from '../rows.ts'
import type { Section } from '../shape.ts'
import { cloud as between } from './between/cloud.ts'

const cloud = { program: 'cloud-controller-manager' } as const

export const cloudBlocks: Section = {
  document: 2,
  section: 'Cloud-related blocks',
  rows: [
    ...keys(
      'CloudProvider',
      'ExternalCloudVolumePlugin',
      'UseServiceAccountCredentials',
      'AllowUntaggedCloud',
      'RouteReconciliationPeriod',
      'NodeMonitorPeriod',
      'ClusterName',
      'ClusterCIDR',
      'AllocateNodeCIDRs',
      'CIDRAllocatorType',
      'ConfigureCloudRoutes',
      'NodeSyncPeriod',
    ),
    ...all(
      cloud,
      keys(
        'Cloud WebhookConfiguration.Webhooks',
        'NodeControllerConfiguration.ConcurrentNodeSyncs',
        'ServiceControllerConfiguration.ConcurrentServiceSyncs',
      ),
    ),
  ],
  between,
}
