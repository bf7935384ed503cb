import type { Constraint } from '#kit/tables.ts'
import { constraintsOf, inSection } from '../../between.ts'

const genericControllerManagerConfiguration = inSection(2, 'GenericControllerManagerConfiguration')
const { requires, governs, ignoredWithout, replaces, fits } = constraintsOf(2, 'Cloud-related blocks')

/** Constraints on cloud settings. */
export const cloud: readonly Constraint[] = [
  requires('AllocateNodeCIDRs', 'ClusterCIDR')
    .says('Ranges for nodes are parts of the range of the cluster.')
    .by('manager.orch-cloud-shared.allocate-node-cidrs.allocates'),
  governs('AllocateNodeCIDRs', 'ConfigureCloudRoutes')
    .says('Allocated ranges are set at the provider if routes are configured.')
    .by('manager.cloud.configure-cloud-routes.makes', 'manager.cloud.allocate-node-cidrs.alone'),
  governs('CloudProvider', 'CloudProvider')
    .says('The provider reads its configuration from the named file.')
    .by('manager.cloud.cloud-provider.leads'),
  ignoredWithout('ExternalCloudVolumePlugin', 'CloudProvider')
    .says('The plugin is used if the provider is external.')
    .by('manager.orch-cloud-shared.external-cloud-volume-plugin.effect'),
  governs('AllowUntaggedCloud', 'CloudProvider')
    .says('Instances without tags are permitted.')
    .by('manager.cloud.allow-untagged-cloud.allows'),
  replaces('UseServiceAccountCredentials', genericControllerManagerConfiguration('orchconfig'))
    .says('Controllers use separate credentials in place of those of the client configuration.')
    .by('manager.orch-cloud-shared.use-service-account-credentials.used'),
  fits('Cloud WebhookConfiguration.Webhooks', genericControllerManagerConfiguration('Controllers'))
    .says('The items are read like those of the controllers.')
    .by('manager.cloud.webhooks.effect'),
]
