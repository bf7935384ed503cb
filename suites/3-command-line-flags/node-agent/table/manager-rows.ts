import type { AgentRow } from './row.ts'

/** Flags of the managers of CPUs, memory and topology. */
export const managerRows: readonly AgentRow[] = [
  {
    flag: '--cpu-manager-policy',
    type: 'string',
    default: 'none',
    deprecated: 'C',
    file: { field: '/cpuManagerPolicy', values: ['static', 'static', 'static'], beneath: 'none' },
    takes: {
      says: 'The policies for CPUs are none and static.',
      legal: ['none'],
      wrong: { 'another policy': 'dynamic' },
      about: 'policy',
    },
  },
  {
    flag: '--cpu-manager-policy-options',
    type: 'pairs',
    deprecated: 'C',
    file: {
      field: '/cpuManagerPolicyOptions',
      fileOnly: ['distribute-cpus-across-numa', 'false'],
      values: [{ 'full-pcpus-only': 'false' }, { 'full-pcpus-only': 'true' }, { 'full-pcpus-only': 'false' }],
    },
  },
  {
    flag: '--cpu-manager-reconcile-period',
    type: 'duration',
    default: '10s',
    legal: '1m',
    deprecated: 'C',
    file: { field: '/cpuManagerReconcilePeriod', values: ['11s', '12s', '13s'], near: ['11s', '1s'] },
  },
  {
    flag: '--memory-manager-policy',
    type: 'string',
    default: 'None',
    deprecated: 'C',
    file: { field: '/memoryManagerPolicy', values: ['Static', 'Static', 'Static'], beneath: 'None' },
    takes: {
      says: 'The policies for memory are None and Static.',
      legal: ['None'],
      wrong: { 'another policy': 'Dynamic', 'a policy in another case': 'none' },
      about: 'policy',
    },
  },
  { flag: '--reserved-cpus', type: 'string', deprecated: 'C' },
  {
    flag: '--reserved-memory',
    type: 'reserved-memory',
    deprecated: 'C',
    file: {
      field: '/reservedMemory',
      values: [
        [{ numaNode: 0, limits: { memory: '51Mi' } }],
        [{ numaNode: 0, limits: { memory: '52Mi' } }],
        [{ numaNode: 0, limits: { memory: '53Mi' } }],
      ],
    },
  },
  {
    flag: '--topology-manager-policy',
    type: 'string',
    default: 'none',
    deprecated: 'C',
    file: { field: '/topologyManagerPolicy', values: ['best-effort', 'restricted', 'best-effort'] },
    takes: {
      says: 'The topology manager policies are none, best-effort, restricted and single-numa-node.',
      legal: ['none', 'best-effort', 'restricted', 'single-numa-node'],
      wrong: { 'another policy': 'best' },
    },
  },
  {
    flag: '--topology-manager-policy-options',
    type: 'pairs',
    deprecated: 'C',
    file: {
      field: '/topologyManagerPolicyOptions',
      fileOnly: ['max-allowable-numa-nodes', '9'],
      values: [
        { 'prefer-closest-numa-nodes': 'true' },
        { 'prefer-closest-numa-nodes': 'false' },
        { 'prefer-closest-numa-nodes': 'true' },
      ],
    },
  },
  {
    flag: '--topology-manager-scope',
    type: 'string',
    default: 'container',
    deprecated: 'C',
    file: { field: '/topologyManagerScope', values: ['pod', 'container', 'pod'] },
    takes: {
      says: 'The topology manager scopes are container and pod.',
      legal: ['container', 'pod'],
      wrong: { 'another scope': 'node' },
    },
  },
]
