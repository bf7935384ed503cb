import { blockAt } from '../leaves.ts'
import type { Section } from '../shape.ts'
import { cloud as between } from './between/cloud.ts'

const cloud = { program: 'cloud-controller-manager' } as const
const shared = blockAt('/OrchCloudShared')
const webhook = blockAt('/Webhook', 'Cloud WebhookConfiguration.')
const nodes = blockAt('/NodeController', 'NodeControllerConfiguration.')
const services = blockAt('/ServiceController', 'ServiceControllerConfiguration.')

export const cloudBlocks: Section = {
  document: 2,
  section: 'Cloud-related blocks',
  rows: [
    shared('CloudProvider/Name', 'string', '', ['external', ''], { key: 'CloudProvider' }),
    shared('CloudProvider/CloudConfigFile', 'string', '', ['/none/cloud-a', '/none/cloud-b'], {
      key: 'CloudProvider',
    }),
    shared('ExternalCloudVolumePlugin', 'string', '', ['plugin-a', 'plugin-b']),
    shared('UseServiceAccountCredentials', 'bool', false, [true, false]),
    shared('AllowUntaggedCloud', 'bool', false, [true, false]),
    shared('RouteReconciliationPeriod', 'duration', '10s', ['31s', '32.5s']),
    shared('NodeMonitorPeriod', 'duration', '5s', ['6s', '7.5s']),
    shared('ClusterName', 'string', 'judged', ['cluster-a', 'cluster-b']),
    shared('ClusterCIDR', 'string', '', ['10.1.0.0/16', '10.2.0.0/16']),
    shared('AllocateNodeCIDRs', 'bool', false, [true, false]),
    // The document names no allocator types, and the dialect may have another one.
    shared('CIDRAllocatorType', 'string', 'RangeAllocator', ['RangeAllocator', 'RangeAllocator']),
    shared('ConfigureCloudRoutes', 'bool', true, [false, true]),
    shared('NodeSyncPeriod', 'duration', '0s', ['41s', '42.5s']),
    webhook('Webhooks', 'list of string', ['*'], [['-a', '*'], ['a']], cloud),
    nodes('ConcurrentNodeSyncs', 'int32', 1, [4, 6], cloud),
    services('ConcurrentServiceSyncs', 'int32', 1, [8, 9], cloud),
  ],
  between,
}
