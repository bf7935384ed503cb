import type { AgentRow } from './row.ts'

/** Flags of evictions. */
export const evictionRows: readonly AgentRow[] = [
  {
    flag: '--eviction-hard',
    type: 'pairs',
    legal: 'memory.available<50Mi',
    deprecated: 'C',
    file: {
      field: '/evictionHard',
      fileOnly: ['nodefs.available', '1Mi'],
      separator: '<',
      values: [
        { 'memory.available': '51Mi' },
        { 'memory.available': '52Mi' },
        { 'memory.available': '53Mi' },
      ],
    },
  },
  {
    flag: '--eviction-max-pod-grace-period',
    type: 'int32',
    legal: 10,
    deprecated: 'C',
    file: { field: '/evictionMaxPodGracePeriod', values: [11, 12, 13] },
  },
  {
    flag: '--eviction-minimum-reclaim',
    type: 'pairs',
    legal: 'memory.available=10Mi',
    deprecated: 'C',
    file: {
      field: '/evictionMinimumReclaim',
      fileOnly: ['nodefs.available', '3Mi'],
      values: [
        { 'memory.available': '11Mi' },
        { 'memory.available': '12Mi' },
        { 'memory.available': '13Mi' },
      ],
    },
  },
  {
    flag: '--eviction-pressure-transition-period',
    type: 'duration',
    default: '5m0s',
    legal: '1m',
    deprecated: 'C',
    file: {
      field: '/evictionPressureTransitionPeriod',
      values: ['5m1s', '5m2s', '5m3s'],
      near: ['5m1s', '50s'],
    },
  },
  {
    flag: '--eviction-soft',
    type: 'pairs',
    legal: 'memory.available<100Mi',
    needs: { '--eviction-soft-grace-period': 'memory.available=1m' },
    deprecated: 'C',
    file: {
      field: '/evictionSoft',
      fileOnly: ['nodefs.available', '2Mi'],
      separator: '<',
      values: [
        { 'memory.available': '61Mi' },
        { 'memory.available': '62Mi' },
        { 'memory.available': '63Mi' },
      ],
    },
  },
  {
    flag: '--eviction-soft-grace-period',
    type: 'pairs',
    legal: 'memory.available=1m',
    deprecated: 'C',
    file: {
      field: '/evictionSoftGracePeriod',
      fileOnly: ['nodefs.available', '2m1s'],
      values: [
        { 'memory.available': '1m1s' },
        { 'memory.available': '1m2s' },
        { 'memory.available': '1m3s' },
      ],
    },
  },
  {
    flag: '--experimental-allocatable-ignore-eviction',
    type: 'bool',
    default: 'false',
    legal: true,
    deprecated: 'R',
  },
]
