import { blockAt } from '../leaves.ts'
import type { Section } from '../shape.ts'
import { cloud as between } from './between/cloud.ts'

const cloud = { program: 'cloud-controller-manager' } as const
const sharedBlock = blockAt('/OrchCloudShared')
const webhook = blockAt('/Webhook', 'Cloud WebhookConfiguration.')
const nodes = blockAt('/NodeController', 'NodeControllerConfiguration.')
const services = blockAt('/ServiceController', 'ServiceControllerConfiguration.')

export const cloudBlocks: Section = {
  document: 2,
  section: 'Cloud-related blocks',
  rows: [
    sharedBlock('CloudProvider/Name', 'string', '', ['external', ''], { key: 'CloudProvider' }),
    sharedBlock('CloudProvider/CloudConfigFile', 'string', '', ['/none/cloud-a', '/none/cloud-b'], {
      key: 'CloudProvider',
    }),
    sharedBlock('ExternalCloudVolumePlugin', 'string', '', ['plugin-a', 'plugin-b']),
    sharedBlock('UseServiceAccountCredentials', 'bool', false, [true, false]),
    sharedBlock('AllowUntaggedCloud', 'bool', false, [true, false]),
    sharedBlock('RouteReconciliationPeriod', 'duration', '10s', ['31s', '32.5s']),
    sharedBlock('NodeMonitorPeriod', 'duration', '5s', ['6s', '7.5s']),
    sharedBlock('ClusterName', 'string', 'judged', ['cluster-a', 'cluster-b']),
    sharedBlock('ClusterCIDR', 'string', '', ['10.1.0.0/16', '10.2.0.0/16']),
    sharedBlock('AllocateNodeCIDRs', 'bool', false, [true, false]),
    // The document names no allocator types, and the type of the dialect may differ.
    sharedBlock('CIDRAllocatorType', 'string', 'RangeAllocator', ['RangeAllocator', 'RangeAllocator']),
    sharedBlock('ConfigureCloudRoutes', 'bool', true, [false, true]),
    sharedBlock('NodeSyncPeriod', 'duration', '0s', ['41s', '42.5s']),
    webhook('Webhooks', 'list of string', ['*'], [['-a', '*'], ['a']], cloud),
    nodes('ConcurrentNodeSyncs', 'int32', 1, [4, 6], cloud),
    services('ConcurrentServiceSyncs', 'int32', 1, [8, 9], cloud),
  ],
  between,
}
