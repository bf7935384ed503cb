import { blockOf, type Leaf } from './leaf.ts'

const section = 'Cloud-related blocks'
const cloud = blockOf(section, 'OrchCloudShared')
const services = blockOf(section, 'ServiceController', 'ServiceControllerConfiguration.')
const provider = { row: 'CloudProvider' }

/** The leaves of the blocks that both controller managers have. */
export const sharedCloudLeaves: readonly Leaf[] = [
  cloud('CloudProvider/Name', 'string', '', ['external', ''], provider),
  cloud('CloudProvider/CloudConfigFile', 'string', '', ['/none/cloud-a', '/none/cloud-b'], provider),
  cloud('ExternalCloudVolumePlugin', 'string', '', ['plugin-a', 'plugin-b']),
  cloud('UseServiceAccountCredentials', 'bool', false, [true, false]),
  cloud('AllowUntaggedCloud', 'bool', false, [true, false]),
  cloud('RouteReconciliationPeriod', 'duration', '10s', ['31s', '32.5s']),
  cloud('NodeMonitorPeriod', 'duration', '5s', ['6s', '7.5s']),
  cloud('ClusterName', 'string', 'judged', ['cluster-a', 'cluster-b']),
  cloud('ClusterCIDR', 'string', '', ['10.1.0.0/16', '10.2.0.0/16']),
  cloud('AllocateNodeCIDRs', 'bool', false, [true, false]),
  // The document names no allocator types, and the dialect may have another one.
  cloud('CIDRAllocatorType', 'string', 'RangeAllocator', ['RangeAllocator', 'RangeAllocator']),
  cloud('ConfigureCloudRoutes', 'bool', true, [false, true]),
  cloud('NodeSyncPeriod', 'duration', '0s', ['41s', '42.5s']),
  services('ConcurrentServiceSyncs', 'int32', 1, [8, 9]),
]

/** The leaves that only the cloud controller manager has. */
export const ownCloudLeaves: readonly Leaf[] = [
  blockOf(section, 'NodeController', 'NodeControllerConfiguration.')(
    'ConcurrentNodeSyncs',
    'int32',
    1,
    [4, 6],
  ),
  blockOf('Top-level kinds', '', 'CloudControllerManagerConfiguration members.')(
    'NodeStatusUpdateFrequency',
    'duration',
    '5m0s',
    ['51s', '52.5s'],
  ),
  blockOf(section, 'Webhook', 'Cloud WebhookConfiguration.')(
    'Webhooks',
    'list of string',
    ['*'],
    [['-a', '*'], ['a']],
  ),
]
