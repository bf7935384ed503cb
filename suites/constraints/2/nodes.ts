import type { ConstraintTable } from '../table.ts'

/** Constraints of ranges, health and pods of nodes. */
export const nodes: ConstraintTable = {
  document: 2,
  section: 'Per-controller blocks',
  constraints: [
    {
      kind: 'fits',
      rows: ['NodeIPAMController.SecondaryServiceCIDR'],
      others: ['NodeIPAMController.ServiceCIDR'],
      says: 'The two ranges are of different IP families.',
      rules: ['manager.node-ipam-controller.secondary-service-cidr.other-family'],
    },
    {
      kind: 'replaces',
      rows: ['NodeIPAMController.NodeCIDRMaskSize'],
      others: ['NodeIPAMController.NodeCIDRMaskSizeIPv4', 'NodeIPAMController.NodeCIDRMaskSizeIPv6'],
      says: 'One size applies with one family, and the two sizes in dual stack.',
      rules: [
        'manager.node-ipam-controller.node-cidr-mask-size.size',
        'manager.node-ipam-controller.node-cidr-mask-size-ipv4.size',
        'manager.node-ipam-controller.node-cidr-mask-size-ipv6.size',
      ],
    },
    {
      kind: 'replaces',
      rows: ['NodeLifecycleController.SecondaryNodeEvictionRate'],
      others: ['NodeLifecycleController.NodeEvictionRate'],
      says: 'In an unhealthy zone the second rate applies.',
      rules: [
        'manager.node-lifecycle-controller.node-eviction-rate.rate',
        'manager.node-lifecycle-controller.secondary-node-eviction-rate.rate',
      ],
    },
    {
      kind: 'replaces',
      rows: ['NodeLifecycleController.LargeClusterSizeThreshold'],
      others: ['NodeLifecycleController.SecondaryNodeEvictionRate'],
      says: 'In a cluster of at most this size, the second rate is 0.',
      rules: ['manager.node-lifecycle-controller.large-cluster-size-threshold.threshold'],
    },
    {
      kind: 'governs',
      rows: ['NodeLifecycleController.UnhealthyZoneThreshold'],
      others: ['NodeLifecycleController.SecondaryNodeEvictionRate'],
      says: 'A zone is unhealthy if this share of its nodes, and at least three, are not ready.',
      rules: [
        'manager.node-lifecycle-controller.unhealthy-zone-threshold.share',
        'manager.node-lifecycle-controller.unhealthy-zone-threshold.at-least-three',
      ],
    },
    {
      kind: 'fits',
      rows: ['NodeLifecycleController.NodeMonitorGracePeriod'],
      others: ['--node-status-update-frequency'],
      at: { document: 3, section: 'Node agent flags' },
      says: 'The period is a multiple of the frequency, and longer than the two HTTP/2 times together.',
      rules: [
        'manager.node-lifecycle-controller.node-monitor-grace-period.multiple',
        'manager.node-lifecycle-controller.node-monitor-grace-period.least',
      ],
    },
    {
      kind: 'replaces',
      rows: ['NodeLifecycleController.NodeStartupGracePeriod'],
      others: ['NodeLifecycleController.NodeMonitorGracePeriod'],
      says: 'A node that starts has a period of its own.',
      rules: [
        'manager.node-lifecycle-controller.node-startup-grace-period.grace',
        'manager.node-lifecycle-controller.node-monitor-grace-period.grace',
      ],
    },
    {
      kind: 'governs',
      rows: ['PodGCController.TerminatedPodGCThreshold'],
      others: ['TerminatedPodGCThreshold'],
      at: { section: 'Limits' },
      says: 'A threshold of 0 or less disables the collection.',
      rules: ['manager.pod-gc-controller.terminated-pod-gc-threshold.disabled'],
    },
  ],
}
