import { join } from 'node:path'
import { type ConfigurationTree, mergeTrees } from '#kit/launch.ts'
import { cloudSpec, loopName } from '../../shared/cloud-manager.ts'
import { sharedManager } from '../../shared/controller-manager.ts'
import { cloudConfiguration } from '../../shared/controller-manager/cloud-configuration.ts'
import { cloudManagerLeaves, configurationOf } from '../../shared/controller-manager/leaves.ts'
import { sharedPeer } from '../../shared/peers.ts'
import { allocatorType, declareReadBackRules, reportedAllocator } from '../read-back/read-back-rules.ts'

const cloud = sharedPeer(async () => (await import('#mocks/cloud/index.ts')).startCloud())
const programs = [0, 1].map((which) =>
  sharedManager(async () => {
    const peer = await cloud()
    const { extraConfiguration: _, ...spec } = cloudSpec(peer, {})
    return { ...spec, extraConfiguration: mergeTrees(configurationWith(which), cloudConfiguration(peer)) }
  }),
)

function configurationWith(which: number): ConfigurationTree {
  const values = configurationOf(readBackLeaves, ({ legalValues }) => legalValues[which])
  return mergeTrees(values, {
    Generic: { Controllers: loopNames(which) },
    Webhook: { Webhooks: webhooks(which) },
    OrchCloudShared: { CIDRAllocatorType: reportedAllocator(which) },
  })
}

/** Returns a list with all webhooks, or an empty list, because the documents name no webhook. */
function webhooks(which: number): readonly string[] {
  return which === 0 ? ['*'] : []
}

function loopNames(which: number): readonly string[] {
  const [services, routes] = [loopName('services'), loopName('routes')]
  return which === 0 ? [services, `-${routes}`] : [`-${routes}`, services]
}

// Excludes the cluster range, which all programs share, because some programs create no routes without a range.
const readBackLeaves = cloudManagerLeaves.filter(({ path }) => path !== '/OrchCloudShared/ClusterCIDR')

declareReadBackRules({
  role: 'cloud-controller-manager',
  prefix: 'manager.cloud',
  leaves: readBackLeaves,
  programs,
  separateValue: (pointer, which, manager) => {
    if (pointer === '/Generic/Controllers') return loopNames(which)
    if (pointer === '/Webhook/Webhooks') return webhooks(which)
    if (pointer === allocatorType) return reportedAllocator(which)
    if (pointer === '/OrchCloudShared/CloudProvider/Name') return 'conformance'
    if (pointer === '/OrchCloudShared/CloudProvider/CloudConfigFile')
      return join(manager.directory, 'cloud.json')
    return undefined
  },
  checkOptions: { capability: 'cloud-peer', aspect: 'of the cloud controller manager' },
})
