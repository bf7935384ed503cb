import type { Deviation } from '../../dialect.ts'
import { sourceAt } from './source.ts'

/** Deviations in the effects of the blocks of the controllers. */
export const managerBlockDeviations: readonly Deviation[] = [
  {
    check:
      'manager.node-lifecycle-controller.large-cluster-size-threshold.threshold/gives-up-nodes-where-another-zone-makes-the-cluster-one-larger',
    reason: 'The nodes of the zone are counted, not those of the cluster.',
    link: sourceAt('pkg/controller/nodelifecycle/node_lifecycle_controller.go', 'L1203-L1208'),
  },
  {
    check: 'manager.resource-quota-controller.concurrent-resource-quota-syncs.workers/*',
    reason:
      'Quotas without a recorded usage have a queue of their own, and each of the two queues has as many workers as the field sets.',
    link: sourceAt('pkg/controller/resourcequota/resource_quota_controller.go', 'L312-L315'),
  },
  {
    check: 'manager.endpoint-slice-mirroring-controller.mirroring-endpoint-updates-batch-period.batch/*',
    reason:
      'Updates of endpoints are mirrored at once; the period delays only what changes of the mirrored slices themselves cause.',
    link: sourceAt('pkg/controller/endpointslicemirroring/endpointslicemirroring_controller.go', 'L435'),
  },
  {
    check: 'manager.csr-signing-controller.*.certificate/refuses-a-certificate-that-is-not-of-an-authority',
    reason: 'Whether the certificate of a pair may sign others is not checked.',
    link: sourceAt('pkg/controller/certificates/signer/ca_provider.go', 'L53-L73'),
  },
  ...[
    'node-cidr-mask-size.size/gives-ranges-of-that-size-to-one-family-where-the-other-sizes-are-set-as-well',
    'node-cidr-mask-size-ipv4.size/gives-ipv4-ranges-of-that-size-where-nodecidrmasksize-is-set-as-well',
    'node-cidr-mask-size-ipv6.size/gives-ipv6-ranges-of-that-size-where-nodecidrmasksize-is-set-as-well',
  ].map(
    (check): Deviation => ({
      check: `manager.node-ipam-controller.${check}`,
      reason:
        'NodeCIDRMaskSize and the sizes of the two families exclude each other, although each field is required.',
      link: sourceAt('cmd/kube-controller-manager/app/core.go', 'L855-L882'),
    }),
  ),
]
