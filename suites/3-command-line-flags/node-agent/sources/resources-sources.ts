import type { Sourced } from './sourced.ts'

/** What the sources say of resources. */
export const resourcesSources: readonly Sourced[] = [
  {
    flag: '--cgroup-driver',
    field: '/cgroupDriver',
    default: 'cgroupfs',
    values: ['systemd', 'cgroupfs', 'systemd'],
  },
  { flag: '--cgroup-root', field: '/cgroupRoot', values: ['/file', '/drop-in', '/flag'] },
  { flag: '--cgroups-per-qos', field: '/cgroupsPerQOS', values: [false, false, false], beneath: true },
  {
    flag: '--cpu-manager-policy',
    field: '/cpuManagerPolicy',
    default: 'none',
    values: ['static', 'static', 'static'],
    beneath: 'none',
  },
  {
    flag: '--cpu-manager-policy-options',
    field: '/cpuManagerPolicyOptions',
    values: [{ 'full-pcpus-only': 'false' }, { 'full-pcpus-only': 'true' }, { 'full-pcpus-only': 'false' }],
  },
  {
    flag: '--cpu-manager-reconcile-period',
    field: '/cpuManagerReconcilePeriod',
    default: '10s',
    values: ['11s', '12s', '13s'],
  },
  {
    flag: '--enforce-node-allocatable',
    field: '/enforceNodeAllocatable',
    values: [['none'], ['none'], ['none']],
    beneath: ['pods'],
  },
  {
    flag: '--eviction-hard',
    field: '/evictionHard',
    separator: '<',
    values: [{ 'memory.available': '51Mi' }, { 'memory.available': '52Mi' }, { 'memory.available': '53Mi' }],
  },
  { flag: '--eviction-max-pod-grace-period', field: '/evictionMaxPodGracePeriod', values: [11, 12, 13] },
  {
    flag: '--eviction-minimum-reclaim',
    field: '/evictionMinimumReclaim',
    values: [{ 'memory.available': '11Mi' }, { 'memory.available': '12Mi' }, { 'memory.available': '13Mi' }],
  },
  {
    flag: '--eviction-pressure-transition-period',
    field: '/evictionPressureTransitionPeriod',
    default: '5m0s',
    values: ['5m1s', '5m2s', '5m3s'],
  },
  {
    flag: '--eviction-soft',
    field: '/evictionSoft',
    separator: '<',
    values: [{ 'memory.available': '61Mi' }, { 'memory.available': '62Mi' }, { 'memory.available': '63Mi' }],
  },
  {
    flag: '--eviction-soft-grace-period',
    field: '/evictionSoftGracePeriod',
    values: [{ 'memory.available': '1m1s' }, { 'memory.available': '1m2s' }, { 'memory.available': '1m3s' }],
  },
  {
    flag: '--fail-swap-on',
    field: '/failSwapOn',
    default: true,
    values: [false, false, false],
    beneath: true,
  },
  { flag: '--kernel-memcg-notification', field: '/kernelMemcgNotification', values: [true, false, true] },
  {
    flag: '--local-storage-capacity-isolation',
    field: '/localStorageCapacityIsolation',
    default: true,
    values: [false, true, false],
  },
  { flag: '--max-open-files', field: '/maxOpenFiles', default: 1000000, values: [10001, 10002, 10003] },
  {
    flag: '--memory-manager-policy',
    field: '/memoryManagerPolicy',
    default: 'None',
    values: ['Static', 'Static', 'Static'],
    beneath: 'None',
  },
  { flag: '--oom-score-adj', field: '/oomScoreAdj', default: -999, values: [101, 102, 103] },
  {
    flag: '--orch-reserved',
    field: '/orchReserved',
    default: {},
    values: [{ cpu: '101m' }, { cpu: '102m' }, { cpu: '103m' }],
  },
  {
    flag: '--orch-reserved-cgroup',
    field: '/orchReservedCgroup',
    default: '',
    values: ['/file', '/drop-in', '/flag'],
  },
  // Only a machine whose kernel happens to be set so can have it on.
  { flag: '--protect-kernel-defaults', field: '/protectKernelDefaults', default: false },
  {
    flag: '--qos-reserved',
    field: '/qosReserved',
    values: [{ memory: '51%' }, { memory: '52%' }, { memory: '53%' }],
  },
  {
    flag: '--reserved-memory',
    field: '/reservedMemory',
    values: [
      [{ numaNode: 0, limits: { memory: '51Mi' } }],
      [{ numaNode: 0, limits: { memory: '52Mi' } }],
      [{ numaNode: 0, limits: { memory: '53Mi' } }],
    ],
  },
  {
    flag: '--system-reserved',
    field: '/systemReserved',
    default: {},
    values: [{ cpu: '111m' }, { cpu: '112m' }, { cpu: '113m' }],
  },
  {
    flag: '--system-reserved-cgroup',
    field: '/systemReservedCgroup',
    default: '',
    values: ['/system-file', '/system-drop-in', '/system-flag'],
  },
  {
    flag: '--topology-manager-policy',
    field: '/topologyManagerPolicy',
    default: 'none',
    values: ['best-effort', 'restricted', 'best-effort'],
  },
  {
    flag: '--topology-manager-policy-options',
    field: '/topologyManagerPolicyOptions',
    values: [
      { 'prefer-closest-numa-nodes': 'true' },
      { 'prefer-closest-numa-nodes': 'false' },
      { 'prefer-closest-numa-nodes': 'true' },
    ],
  },
  {
    flag: '--topology-manager-scope',
    field: '/topologyManagerScope',
    default: 'container',
    values: ['pod', 'container', 'pod'],
  },
]
