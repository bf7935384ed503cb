import { type ConfigurationTree, file } from '#kit/launch.ts'
import type { MockCloud } from '#mocks/cloud/index.ts'

/** Range for the pods of the cluster. Some programs create no routes without it. */
const clusterRange = '10.77.0.0/16'

/** Returns the settings with which a cloud controller manager uses a cloud. */
export function cloudConfiguration(cloud: MockCloud): ConfigurationTree {
  const CloudConfigFile = file('cloud.json', cloud.configuration, { verbatim: true })
  return {
    OrchCloudShared: { CloudProvider: { Name: 'conformance', CloudConfigFile }, ClusterCIDR: clusterRange },
  }
}
