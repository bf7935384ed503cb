import { agentFlag } from './agent-flag.ts'

/** Flags for the resources of the machine and their assignment. */
export const resourcesFlags = [
  agentFlag('cgroup-driver', 'string', 'who keeps the cgroups', {
    default: 'cgroupfs',
    oneOf: ['systemd', 'cgroupfs'],
    deprecated: 'to be set in the file of --config',
    field: '/cgroupDriver',
  }),
  agentFlag('cgroup-root', 'string', 'cgroup above those of pods', {
    deprecated: 'to be set in the file of --config',
    field: '/cgroupRoot',
  }),
  agentFlag('cgroups-per-qos', 'bool', 'makes a cgroup for each class of pods', {
    default: 'true',
    deprecated: 'to be set in the file of --config',
    field: '/cgroupsPerQOS',
  }),
  agentFlag('cpu-manager-policy', 'string', 'who gets whole CPUs', {
    default: 'none',
    oneOf: ['static', 'none'],
    deprecated: 'to be set in the file of --config',
    field: '/cpuManagerPolicy',
  }),
  agentFlag('cpu-manager-policy-options', 'pairs', 'fine points of that', {
    deprecated: 'to be set in the file of --config',
    field: '/cpuManagerPolicyOptions',
  }),
  agentFlag('cpu-manager-reconcile-period', 'duration', 'how often CPUs are set right', {
    default: '10s',
    deprecated: 'to be set in the file of --config',
    field: '/cpuManagerReconcilePeriod',
  }),
  agentFlag('enforce-node-allocatable', 'strings', 'what is held to its reservation', {
    default: 'pods',
    oneOf: [
      'none',
      'pods',
      'system-reserved',
      'system-reserved-compressible',
      'orch-reserved',
      'orch-reserved-compressible',
    ],
    deprecated: 'to be set in the file of --config',
    field: '/enforceNodeAllocatable',
  }),
  agentFlag('eviction-hard', 'thresholds', 'scarcity at which pods go at once', {
    deprecated: 'to be set in the file of --config',
    field: '/evictionHard',
  }),
  agentFlag('eviction-max-pod-grace-period', 'int32', 'most seconds that an evicted pod gets', {
    deprecated: 'to be set in the file of --config',
    field: '/evictionMaxPodGracePeriod',
  }),
  agentFlag('eviction-minimum-reclaim', 'pairs', 'how much is won back at least', {
    deprecated: 'to be set in the file of --config',
    field: '/evictionMinimumReclaim',
  }),
  agentFlag('eviction-pressure-transition-period', 'duration', 'how long scarcity counts after its end', {
    default: '5m0s',
    deprecated: 'to be set in the file of --config',
    field: '/evictionPressureTransitionPeriod',
  }),
  agentFlag('eviction-soft', 'thresholds', 'scarcity at which pods go after a while', {
    deprecated: 'to be set in the file of --config',
    field: '/evictionSoft',
  }),
  agentFlag('eviction-soft-grace-period', 'pairs', 'how long that while is', {
    deprecated: 'to be set in the file of --config',
    field: '/evictionSoftGracePeriod',
  }),
  agentFlag('experimental-allocatable-ignore-eviction', 'bool', 'promises to pods what eviction keeps free', {
    default: 'false',
    deprecated: 'to be left out',
  }),
  agentFlag('fail-cgroupv1', 'bool', 'does not start on cgroups of version 1'),
  agentFlag('fail-swap-on', 'bool', 'does not start with swap', {
    default: 'true',
    deprecated: 'to be set in the file of --config',
    field: '/failSwapOn',
  }),
  agentFlag('kernel-memcg-notification', 'bool', 'is told of scarce memory by the kernel', {
    deprecated: 'to be set in the file of --config',
    field: '/kernelMemcgNotification',
  }),
  agentFlag('local-storage-capacity-isolation', 'bool', 'counts local disk, too', {
    default: 'true',
    deprecated: 'to be set in the file of --config',
    field: '/localStorageCapacityIsolation',
  }),
  agentFlag('max-open-files', 'int', 'files that it may have open', {
    default: '1000000',
    deprecated: 'to be set in the file of --config',
    field: '/maxOpenFiles',
  }),
  agentFlag('memory-manager-policy', 'string', 'who gets memory near a CPU', {
    default: 'None',
    oneOf: ['Static', 'None'],
    deprecated: 'to be set in the file of --config',
    field: '/memoryManagerPolicy',
  }),
  agentFlag('oom-score-adj', 'int32', 'how late the kernel ends it', {
    default: '-999',
    range: [-1000, 1000],
    deprecated: 'to be set in the file of --config',
    field: '/oomScoreAdj',
  }),
  agentFlag('orch-reserved', 'pairs', 'kept for the system of pods', {
    default: 'none',
    deprecated: 'to be set in the file of --config',
    field: '/orchReserved',
  }),
  agentFlag('orch-reserved-cgroup', 'string', 'cgroup of that', {
    default: '',
    deprecated: 'to be set in the file of --config',
    field: '/orchReservedCgroup',
  }),
  agentFlag('orchlet-cgroups', 'string', 'cgroup of this program', {
    deprecated: 'to be set in the file of --config',
    field: '/orchletCgroups',
  }),
  agentFlag('protect-kernel-defaults', 'bool', 'refuses kernel settings that it would change', {
    deprecated: 'to be set in the file of --config',
    field: '/protectKernelDefaults',
  }),
  agentFlag('qos-reserved', 'pairs', 'percents kept for better pods', {
    deprecated: 'to be set in the file of --config',
    field: '/qosReserved',
  }),
  agentFlag('reserved-cpus', 'string', 'CPUs kept for the system', {
    deprecated: 'to be set in the file of --config',
    field: '/reservedSystemCPUs',
  }),
  agentFlag('reserved-memory', 'reserved-memory', 'memory kept, by NUMA node', {
    deprecated: 'to be set in the file of --config',
    field: '/reservedMemory',
  }),
  agentFlag('system-cgroups', 'string', 'cgroup for everything else', {
    deprecated: 'to be set in the file of --config',
    field: '/systemCgroups',
  }),
  agentFlag('system-reserved', 'pairs', 'kept for the system', {
    default: 'none',
    deprecated: 'to be set in the file of --config',
    field: '/systemReserved',
  }),
  agentFlag('system-reserved-cgroup', 'string', 'cgroup of that', {
    default: '',
    deprecated: 'to be set in the file of --config',
    field: '/systemReservedCgroup',
  }),
  agentFlag('topology-manager-policy', 'string', 'how near resources must be', {
    default: 'none',
    oneOf: ['none', 'best-effort', 'restricted', 'single-numa-node'],
    deprecated: 'to be set in the file of --config',
    field: '/topologyManagerPolicy',
  }),
  agentFlag('topology-manager-policy-options', 'pairs', 'fine points of nearness', {
    deprecated: 'to be set in the file of --config',
    field: '/topologyManagerPolicyOptions',
  }),
  agentFlag('topology-manager-scope', 'string', 'whether containers or pods are near', {
    default: 'container',
    oneOf: ['pod', 'container'],
    deprecated: 'to be set in the file of --config',
    field: '/topologyManagerScope',
  }),
]
