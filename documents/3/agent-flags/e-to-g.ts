import { field, flagRows } from '../../flags.ts'

export const eToG = flagRows({
  '--enable-controller-attach-detach': {
    type: 'bool',
    default: 'true',
    legalValues: [false],
    file: field('/enableControllerAttachDetach', [false, true, false]),
  },
  '--enable-debugging-handlers': {
    type: 'bool',
    default: 'true',
    legalValues: [true],
    file: field('/enableDebuggingHandlers'),
  },
  '--enable-server': { type: 'bool', default: 'true', legalValues: [true], file: field('/enableServer') },
  '--enforce-node-allocatable': {
    type: 'strings',
    default: 'pods',
    isNeeded: true,
    file: field('/enforceNodeAllocatable', [['none'], ['none'], ['none']], {
      default: null,
      weakerValue: ['pods'],
    }),
    rules: [
      {
        id: 'agent.flag.enforce-node-allocatable.values',
        says: 'The levels are none, pods, and those of the two reservations.',
        legalValues: ['none'],
        nearMisses: { 'an unknown level': { values: ['containers'], formerly: 'another level' } },
      },
    ],
  },
  '--event-burst': {
    type: 'int32',
    default: '100',
    legalValues: [20],
    file: field('/eventBurst', [101, 102, 103], { similarValues: [101, 10] }),
    rules: [
      {
        id: 'agent.flag.event-burst.values',
        says: 'The burst of events is at least 0.',
        legalValues: [0],
        nearMisses: { 'a negative number': [-1] },
      },
    ],
  },
  '--event-qps': {
    type: 'int32',
    default: '50',
    legalValues: [10],
    file: field('/eventRecordQPS', [51, 52, 53], { similarValues: [51, 5] }),
    rules: [
      {
        id: 'agent.flag.event-qps.values',
        says: 'The rate of events is at least 0.',
        legalValues: [0],
        nearMisses: { 'a negative number': [-1] },
      },
    ],
  },
  '--eviction-hard': {
    type: 'pairs',
    legalValues: ['memory.available<50Mi'],
    file: field(
      '/evictionHard',
      [{ 'memory.available': '51Mi' }, { 'memory.available': '52Mi' }, { 'memory.available': '53Mi' }],
      { fileOnly: ['nodefs.available', '1Mi'], separator: '<' },
    ),
  },
  '--eviction-max-pod-grace-period': {
    type: 'int32',
    legalValues: [10],
    file: field('/evictionMaxPodGracePeriod', [11, 12, 13]),
  },
  '--eviction-minimum-reclaim': {
    type: 'pairs',
    legalValues: ['memory.available=10Mi'],
    file: field(
      '/evictionMinimumReclaim',
      [{ 'memory.available': '11Mi' }, { 'memory.available': '12Mi' }, { 'memory.available': '13Mi' }],
      { fileOnly: ['nodefs.available', '3Mi'] },
    ),
  },
  '--eviction-pressure-transition-period': {
    type: 'duration',
    default: '5m0s',
    legalValues: ['1m'],
    file: field('/evictionPressureTransitionPeriod', ['5m1s', '5m2s', '5m3s'], {
      similarValues: ['5m1s', '50s'],
    }),
  },
  '--eviction-soft': {
    type: 'pairs',
    legalValues: ['memory.available<100Mi'],
    needs: { '--eviction-soft-grace-period': 'memory.available=1m' },
    file: field(
      '/evictionSoft',
      [{ 'memory.available': '61Mi' }, { 'memory.available': '62Mi' }, { 'memory.available': '63Mi' }],
      { fileOnly: ['nodefs.available', '2Mi'], separator: '<' },
    ),
  },
  '--eviction-soft-grace-period': {
    type: 'pairs',
    legalValues: ['memory.available=1m'],
    file: field(
      '/evictionSoftGracePeriod',
      [{ 'memory.available': '1m1s' }, { 'memory.available': '1m2s' }, { 'memory.available': '1m3s' }],
      { fileOnly: ['nodefs.available', '2m1s'] },
    ),
  },
  '--exit-on-lock-contention': { type: 'bool', legalValues: [false] },
  '--experimental-allocatable-ignore-eviction': {
    type: 'bool',
    default: 'false',
    legalValues: [true],
    deprecated: 'R',
  },
  '--experimental-mounter-path': { type: 'string', deprecated: 'R' },
  '--fail-cgroupv1': { type: 'bool', legalValues: [false], isNeeded: true },
  '--fail-swap-on': {
    type: 'bool',
    default: 'true',
    legalValues: [false],
    isNeeded: true,
    file: field('/failSwapOn', [false, false, false], { weakerValue: true }),
  },
  '--feature-gates': {
    type: 'pairs',
    mistypedValues: {
      'a name without a value': ['EnvFiles'],
      'a value other than true and false': { values: ['EnvFiles=perhaps'], formerly: 'a word for the value' },
    },
    deprecated: 'C',
  },
  '--file-check-frequency': {
    type: 'duration',
    default: '20s',
    legalValues: ['1m'],
    isNeeded: true,
    file: field('/fileCheckFrequency', ['21s', '22s', '23s'], { similarValues: ['21s', '2s'] }),
  },
})
