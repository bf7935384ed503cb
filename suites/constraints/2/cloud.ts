import type { ConstraintTable } from '../table.ts'

/** Constraints of cloud settings. */
export const cloud: ConstraintTable = {
  document: 2,
  section: 'Cloud-related blocks',
  constraints: [
    {
      kind: 'requires',
      rows: ['AllocateNodeCIDRs'],
      others: ['ClusterCIDR'],
      says: 'Ranges for nodes are parts of the range of the cluster.',
      rules: ['manager.orch-cloud-shared.allocate-node-cidrs.allocates'],
    },
    {
      kind: 'governs',
      rows: ['AllocateNodeCIDRs'],
      others: ['ConfigureCloudRoutes'],
      says: 'Allocated ranges are set at the provider if routes are configured.',
      rules: ['manager.cloud.configure-cloud-routes.makes', 'manager.cloud.allocate-node-cidrs.alone'],
    },
    {
      kind: 'governs',
      rows: ['CloudProvider'],
      others: ['CloudProvider'],
      says: 'The provider reads its configuration from the named file.',
      rules: ['manager.cloud.cloud-provider.leads'],
    },
    {
      kind: 'ignored-without',
      rows: ['ExternalCloudVolumePlugin'],
      others: ['CloudProvider'],
      says: 'The plugin is used if the provider is external.',
      rules: ['manager.orch-cloud-shared.external-cloud-volume-plugin.effect'],
    },
    {
      kind: 'governs',
      rows: ['AllowUntaggedCloud'],
      others: ['CloudProvider'],
      says: 'Instances without tags are permitted.',
      rules: ['manager.cloud.allow-untagged-cloud.allows'],
    },
    {
      kind: 'replaces',
      rows: ['UseServiceAccountCredentials'],
      others: ['orchconfig'],
      at: { section: 'GenericControllerManagerConfiguration' },
      says: 'Controllers use credentials of their own in place of those of the client configuration.',
      rules: ['manager.orch-cloud-shared.use-service-account-credentials.used'],
    },
    {
      kind: 'fits',
      rows: ['Cloud WebhookConfiguration.Webhooks'],
      others: ['Controllers'],
      at: { section: 'GenericControllerManagerConfiguration' },
      says: 'The items are read like those of the controllers.',
      rules: ['manager.cloud.webhooks.effect'],
    },
  ],
}
