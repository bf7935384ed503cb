import type { Deviation } from '../../dialect.ts'
import { sourceAt } from './source.ts'

/** Departures in what the blocks of the controllers do. */
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
]
