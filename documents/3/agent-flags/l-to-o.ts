import { field, flagRows } from '../../flags.ts'

export const lToO = flagRows({
  '--local-storage-capacity-isolation': {
    type: 'bool',
    default: 'true',
    legalValues: [true],
    file: field('/localStorageCapacityIsolation', [false, true, false]),
  },
  '--lock-file': { type: 'string' },
  '--log-flush-frequency': { type: 'duration', default: '5s', legalValues: ['1m'] },
  '--log-text-info-buffer-size': {
    type: 'quantity',
    default: '0',
    legalValues: ['0'],
    file: field('/logging/options/text/infoBufferSize', ['1Ki', '2Ki', '3Ki']),
  },
  '--log-text-split-stream': {
    type: 'bool',
    legalValues: [false],
    file: field('/logging/options/text/splitStream', [true, false, true]),
  },
  '--logging-format': {
    type: 'string',
    default: 'text',
    file: field('/logging/format'),
    rules: [
      {
        id: 'agent.flag.logging-format.values',
        says: 'The only format of logs is text.',
        legalValues: ['text'],
        nearMisses: { 'an unknown format': { values: ['xml'], formerly: 'another format' } },
        subject: 'format',
      },
    ],
  },
  '--make-iptables-util-chains': {
    type: 'bool',
    default: 'true',
    legalValues: [false],
    isNeeded: true,
    file: field('/makeIPTablesUtilChains', [false, false, false], { default: null, weakerValue: true }),
  },
  '--manifest-url': { type: 'string', file: field('/staticPodURL', ['@url/1', '@url/2', '@url/3']) },
  '--manifest-url-header': {
    type: 'colonSeparatedMultimapStringString',
    legalValues: ['A:x'],
    mistypedValues: { 'a name without a value': ['X-Plain'] },
    file: field('/staticPodURLHeader', [{ A: ['file'] }, { A: ['drop-in'] }, { A: ['flag'] }], {
      fileOnly: ['B', ['file-too']],
    }),
  },
  '--max-open-files': {
    type: 'int',
    default: '1000000',
    legalValues: [10000],
    file: field('/maxOpenFiles', [10001, 10002, 10003], { similarValues: [10001, 100_000] }),
  },
  '--max-pods': {
    type: 'int32',
    default: '110',
    legalValues: [50],
    file: field('/maxPods', [111, 112, 113], { similarValues: [111, 11, 1100] }),
  },
  '--maximum-dead-containers': { type: 'int32', default: '-1', legalValues: [5], deprecated: 'R' },
  '--maximum-dead-containers-per-container': {
    type: 'int32',
    default: '1',
    legalValues: [2],
    deprecated: 'R',
  },
  '--memory-manager-policy': {
    type: 'string',
    default: 'None',
    file: field('/memoryManagerPolicy', ['Static', 'Static', 'Static'], { weakerValue: 'None' }),
    rules: [
      {
        id: 'agent.flag.memory-manager-policy.values',
        says: 'The policies for memory are None and Static.',
        legalValues: ['None'],
        nearMisses: {
          'an unknown policy': { values: ['Dynamic'], formerly: 'another policy' },
          'a policy in another case': ['none'],
        },
        subject: 'policy',
      },
    ],
  },
  '--minimum-container-ttl-duration': { type: 'duration', legalValues: ['1m'], deprecated: 'R' },
  '--minimum-image-ttl-duration': {
    type: 'duration',
    default: '2m0s',
    legalValues: ['1m'],
    file: field('/imageMinimumGCAge', ['3m0s', '4m0s', '5m0s'], { similarValues: ['3m0s', '2m1s'] }),
  },
  '--node-ip': { type: 'string' },
  '--node-labels': { type: 'pairs', legalValues: ['a=b'], refusals: ['node-label-elsewhere-refused'] },
  '--node-status-max-images': {
    type: 'int32',
    default: '50',
    legalValues: [10],
    file: field('/nodeStatusMaxImages', [51, 52, 53], { similarValues: [51, -1] }),
  },
  '--node-status-update-frequency': {
    type: 'duration',
    default: '10s',
    legalValues: ['1m'],
    file: field('/nodeStatusUpdateFrequency', ['11s', '12s', '13s'], { similarValues: ['11s', '1s'] }),
  },
  '--oom-score-adj': {
    type: 'int32',
    default: '-999',
    legalValues: [100],
    isNeeded: true,
    file: field('/oomScoreAdj', [101, 102, 103]),
    rules: [
      {
        id: 'agent.flag.oom-score-adj.values',
        says: 'The score is from -1000 to 1000.',
        legalValues: [1000],
        nearMisses: {
          'a value below -1000': { values: [-1001], formerly: 'a lower one' },
          'a value above 1000': { values: [1001], formerly: 'a higher one' },
        },
      },
    ],
  },
})
