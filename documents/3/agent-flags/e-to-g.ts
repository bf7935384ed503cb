import { field, flagRows } from '../../flags.ts'

export const eToG = flagRows({
  '--enable-controller-attach-detach': {
    type: 'bool',
    default: 'true',
    legal: [false],
    file: field('/enableControllerAttachDetach', [false, true, false]),
  },
  '--enable-debugging-handlers': {
    type: 'bool',
    default: 'true',
    legal: [true],
    file: field('/enableDebuggingHandlers'),
  },
  '--enable-server': { type: 'bool', default: 'true', legal: [true], file: field('/enableServer') },
  '--enforce-node-allocatable': {
    type: 'strings',
    default: 'pods',
    isNeeded: true,
    file: field('/enforceNodeAllocatable', [['none'], ['none'], ['none']], {
      default: null,
      beneath: ['pods'],
    }),
    rules: [
      {
        id: 'agent.flag.enforce-node-allocatable.values',
        says: 'The levels are none, pods, and those of the two reservations.',
        legal: ['none'],
        near: { 'an unknown level': { values: ['containers'], formerly: 'another level' } },
      },
    ],
  },
  '--event-burst': {
    type: 'int32',
    default: '100',
    legal: [20],
    file: field('/eventBurst', [101, 102, 103], { near: [101, 10] }),
    rules: [
      {
        id: 'agent.flag.event-burst.values',
        says: 'The burst of events is at least 0.',
        legal: [0],
        near: { 'a negative number': [-1] },
      },
    ],
  },
  '--event-qps': {
    type: 'int32',
    default: '50',
    legal: [10],
    file: field('/eventRecordQPS', [51, 52, 53], { near: [51, 5] }),
    rules: [
      {
        id: 'agent.flag.event-qps.values',
        says: 'The rate of events is at least 0.',
        legal: [0],
        near: { 'a negative number': [-1] },
      },
    ],
  },
  '--eviction-hard': {
    type: 'pairs',
    legal: ['memory.available<50Mi'],
    file: field(
      '/evictionHard',
      [{ 'memory.available': '51Mi' }, { 'memory.available': '52Mi' }, { 'memory.available': '53Mi' }],
      { fileOnly: ['nodefs.available', '1Mi'], separator: '<' },
    ),
  },
  '--eviction-max-pod-grace-period': {
    type: 'int32',
    legal: [10],
    file: field('/evictionMaxPodGracePeriod', [11, 12, 13]),
  },
  '--eviction-minimum-reclaim': {
    type: 'pairs',
    legal: ['memory.available=10Mi'],
    file: field(
      '/evictionMinimumReclaim',
      [{ 'memory.available': '11Mi' }, { 'memory.available': '12Mi' }, { 'memory.available': '13Mi' }],
      { fileOnly: ['nodefs.available', '3Mi'] },
    ),
  },
  '--eviction-pressure-transition-period': {
    type: 'duration',
    default: '5m0s',
    legal: ['1m'],
    file: field('/evictionPressureTransitionPeriod', ['5m1s', '5m2s', '5m3s'], { near: ['5m1s', '50s'] }),
  },
  '--eviction-soft': {
    type: 'pairs',
    legal: ['memory.available<100Mi'],
    needs: { '--eviction-soft-grace-period': 'memory.available=1m' },
    file: field(
      '/evictionSoft',
      [{ 'memory.available': '61Mi' }, { 'memory.available': '62Mi' }, { 'memory.available': '63Mi' }],
      { fileOnly: ['nodefs.available', '2Mi'], separator: '<' },
    ),
  },
  '--eviction-soft-grace-period': {
    type: 'pairs',
    legal: ['memory.available=1m'],
    file: field(
      '/evictionSoftGracePeriod',
      [{ 'memory.available': '1m1s' }, { 'memory.available': '1m2s' }, { 'memory.available': '1m3s' }],
      { fileOnly: ['nodefs.available', '2m1s'] },
    ),
  },
  '--exit-on-lock-contention': { type: 'bool', legal: [false] },
  '--experimental-allocatable-ignore-eviction': {
    type: 'bool',
    default: 'false',
    legal: [true],
    deprecated: 'R',
  },
  '--experimental-mounter-path': { type: 'string', deprecated: 'R' },
  '--fail-cgroupv1': { type: 'bool', legal: [false], isNeeded: true },
  '--fail-swap-on': {
    type: 'bool',
    default: 'true',
    legal: [false],
    isNeeded: true,
    file: field('/failSwapOn', [false, false, false], { beneath: true }),
  },
  '--feature-gates': {
    type: 'pairs',
    mistyped: {
      'a name without a value': ['EnvFiles'],
      'a value other than true and false': { values: ['EnvFiles=perhaps'], formerly: 'a word for the value' },
    },
    deprecated: 'C',
  },
  '--file-check-frequency': {
    type: 'duration',
    default: '20s',
    legal: ['1m'],
    isNeeded: true,
    file: field('/fileCheckFrequency', ['21s', '22s', '23s'], { near: ['21s', '2s'] }),
  },
})
