import type { ConstraintTable } from '../table.ts'

/** Constraints of pods, their resources and evictions. */
export const agentPods: ConstraintTable = {
  document: 3,
  section: 'Node agent flags',
  constraints: [
    {
      kind: 'governs',
      rows: ['--cluster-dns'],
      others: ['node agent: pods'],
      at: { section: 'What the service does' },
      says: 'The servers are for pods with the policy ClusterFirst.',
      rules: ['agent.pods.dns'],
    },
    {
      kind: 'defaults-to',
      rows: ['--cpu-manager-reconcile-period'],
      others: ['--node-status-update-frequency'],
      says: 'Without a period, the frequency of the node status applies.',
      rules: ['agent.flag.cpu-manager-reconcile-period.unset'],
    },
    {
      kind: 'requires',
      rows: ['--cpu-manager-policy'],
      others: ['--reserved-cpus', '--orch-reserved', '--system-reserved'],
      says: 'The policy static needs reserved CPUs.',
      rules: ['agent.flag.cpu-manager-policy.static'],
    },
    {
      kind: 'requires',
      rows: ['--enforce-node-allocatable'],
      others: ['--system-reserved-cgroup', '--orch-reserved-cgroup'],
      says: 'A level of reserved resources needs its cgroup.',
      rules: ['agent.flag.enforce-node-allocatable.cgroups'],
    },
    {
      kind: 'excludes',
      rows: ['--enforce-node-allocatable'],
      others: ['--enforce-node-allocatable'],
      says: 'The level none has no other level next to it.',
      rules: ['agent.flag.enforce-node-allocatable.none'],
    },
    {
      kind: 'at-most',
      rows: ['--eviction-max-pod-grace-period'],
      others: ['--eviction-soft'],
      says: 'A pod has the shorter of this time and its own, and a negative time is 0.',
      rules: ['agent.eviction.max-grace'],
    },
    {
      kind: 'requires',
      rows: ['--eviction-soft'],
      others: ['--eviction-soft-grace-period'],
      says: 'A soft threshold needs a grace period.',
      rules: ['agent.eviction.soft-grace-needed'],
    },
    {
      kind: 'governs',
      rows: ['--eviction-minimum-reclaim'],
      others: ['--eviction-hard'],
      says: 'The pressure stays until this much is reclaimed.',
      rules: ['agent.eviction.reclaim'],
    },
    {
      kind: 'governs',
      rows: ['--eviction-pressure-transition-period'],
      others: ['--eviction-hard'],
      says: 'A pressure ends only after the period.',
      rules: ['agent.eviction.condition'],
    },
    {
      kind: 'replaces',
      rows: ['--experimental-allocatable-ignore-eviction'],
      others: ['--eviction-hard'],
      says: 'Hard thresholds do not reduce what a node can allocate.',
      rules: ['agent.node.ignores-eviction'],
    },
  ],
}
