import type { Constraint } from '#kit/tables.ts'
import { constraintsOf, inSection } from '../../between.ts'

const serviceBehaviour = inSection(3, 'What the service does')
const { governs, defaultsTo, requires, excludes, atMost, replaces, ignoredWithout, fits } = constraintsOf(
  3,
  'Node agent flags',
)

/** Constraints on pods, their resources and evictions. */
export const agentPods: readonly Constraint[] = [
  governs('--cluster-dns', serviceBehaviour('node agent: pods'))
    .says('The servers are for pods with the policy ClusterFirst.')
    .by('agent.pods.dns'),
  defaultsTo('--cpu-manager-reconcile-period', '--node-status-update-frequency')
    .says('Without a period, the frequency of the node status applies.')
    .by('agent.flag.cpu-manager-reconcile-period.unset'),
  requires('--cpu-manager-policy', ['--reserved-cpus', '--orch-reserved', '--system-reserved'])
    .says('The policy static needs reserved CPUs.')
    .by('agent.flag.cpu-manager-policy.static'),
  requires('--enforce-node-allocatable', ['--system-reserved-cgroup', '--orch-reserved-cgroup'])
    .says('A level of reserved resources needs its cgroup.')
    .by('agent.flag.enforce-node-allocatable.cgroups'),
  excludes('--enforce-node-allocatable', '--enforce-node-allocatable')
    .says('The level none has no other level next to it.')
    .by('agent.flag.enforce-node-allocatable.none'),
  atMost('--eviction-max-pod-grace-period', '--eviction-soft')
    .says('A pod has the shorter of this time and its own, and a negative time is 0.')
    .by('agent.eviction.max-grace'),
  requires('--eviction-soft', '--eviction-soft-grace-period')
    .says('A soft threshold needs a grace period.')
    .by('agent.eviction.soft-grace-needed'),
  governs('--eviction-minimum-reclaim', '--eviction-hard')
    .says('The pressure stays until this much is reclaimed.')
    .by('agent.eviction.reclaim'),
  governs('--eviction-pressure-transition-period', '--eviction-hard')
    .says('A pressure ends only after the period.')
    .by('agent.eviction.condition'),
  replaces('--experimental-allocatable-ignore-eviction', '--eviction-hard')
    .says('Hard thresholds do not reduce what a node can allocate.')
    .by('agent.node.ignores-eviction'),
  atMost('--image-gc-low-threshold', '--image-gc-high-threshold')
    .says('The low threshold is less than the high one, and 100 disables the collection.')
    .by('agent.flag.image-gc-low-threshold.order', 'agent.flag.image-gc-high-threshold.values'),
  defaultsTo('--image-service-endpoint', '--container-runtime-endpoint')
    .says('Without a value, the endpoint of the runtime serves images.')
    .by('agent.runtime.image-endpoint', 'agent.runtime.present-images'),
  requires('--image-credential-provider-config', '--image-credential-provider-bin-dir')
    .says('Files of a directory are merged by their names, and those below it are not read.')
    .by('agent.images.credential-providers', 'agent.images.credential-programs'),
  ignoredWithout('--manifest-url-header', '--manifest-url')
    .says('Headers with one name are sent in the order of the flag.')
    .by('agent.pods.url-headers'),
  governs('--pod-manifest-path', ['--manifest-url', '--orchconfig'])
    .says('Pods of files, of a URL and of the API server run next to each other.')
    .by('agent.pods.sources'),
  governs('--maximum-dead-containers', '--maximum-dead-containers-per-container')
    .says('A negative number is no limit for all containers together.')
    .by('agent.dead-containers.overall', 'agent.dead-containers.per-container'),
  replaces(
    [
      '--maximum-dead-containers',
      '--maximum-dead-containers-per-container',
      '--minimum-container-ttl-duration',
    ],
    '--eviction-hard',
  )
    .says('Thresholds of eviction supersede these flags.')
    .unjudged('The documents do not state what the flags do next to thresholds; their help is judged.'),
  excludes('--pod-cidr', '--orchconfig')
    .says('The range applies in standalone mode alone.')
    .by('agent.runtime.pod-cidr'),
  atMost('--pods-per-core', '--max-pods')
    .says('The number of pods is at most the one of the node, and 0 is no limit.')
    .by('agent.node.pods-per-core', 'agent.node.max-pods', 'agent.pods.most'),
  ignoredWithout('--registry-burst', '--registry-qps')
    .says('The burst applies if the rate is above 0.')
    .by('agent.runtime.pull-burst', 'agent.runtime.pull-rate'),
  replaces('--reserved-cpus', ['--orch-reserved', '--system-reserved'])
    .says('The list replaces counts of CPUs in the reserved resources.')
    .by('agent.node.reserved-cpus'),
  fits('--reserved-memory', ['--orch-reserved', '--system-reserved', '--eviction-hard'])
    .says('The total equals the reserved memory with the threshold of eviction.')
    .by('agent.flag.reserved-memory.total', 'agent.flag.reserved-memory.both'),
  governs('--seccomp-default', serviceBehaviour('node agent: pods'))
    .says('A profile of the pod is used in place of the default.')
    .by('agent.pods.seccomp'),
  governs('--serialize-image-pulls', '--container-runtime-endpoint')
    .says('The runtime receives pulls of images one at a time.')
    .by('agent.runtime.serial-pulls'),
  governs('--volume-stats-agg-period', '--volume-stats-agg-period')
    .says('A negative period disables the calculation.')
    .unjudged(
      "Not judged: no endpoint that the documents name shows the volumes' use; the value is read back.",
    ),
  governs('--allowed-unsafe-sysctls', serviceBehaviour('node agent: pods'))
    .says('A pod with an unsafe sysctl runs only if its name or a pattern is listed.')
    .by('agent.pods.unsafe-sysctls'),
]
