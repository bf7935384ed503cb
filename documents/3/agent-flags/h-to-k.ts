import { field, flagRows } from '../../flags.ts'

export const hToK = flagRows({
  '--hairpin-mode': {
    type: 'string',
    default: 'promiscuous-bridge',
    file: field('/hairpinMode', ['hairpin-veth', 'none', 'promiscuous-bridge']),
    rules: [
      {
        id: 'agent.flag.hairpin-mode.values',
        says: 'The modes are promiscuous-bridge, hairpin-veth and none.',
        legalValues: ['promiscuous-bridge', 'hairpin-veth', 'none'],
        nearMisses: { 'an unknown mode': { values: ['hairpin'], formerly: 'another mode' } },
        subject: 'hairpin',
      },
    ],
  },
  '--healthz-bind-address': {
    type: 'string',
    default: '127.0.0.1',
    file: field('/healthzBindAddress', ['127.0.0.2', '127.0.0.3', '127.0.0.4']),
  },
  '--healthz-port': {
    type: 'int32',
    default: '10248',
    isNeeded: true,
    file: field('/healthzPort', ['@health', '@health', '@health'], { default: null, weakerValue: 65001 }),
    rules: [
      {
        id: 'agent.flag.healthz-port.values',
        says: 'The health port is a port, or 0 for none.',
        legalValues: [],
        nearMisses: {
          'a number above 65535': { values: [65536], formerly: 'a number beyond all ports' },
          'a negative number': [-1],
        },
        opens: { health: false },
      },
    ],
  },
  '--help': { key: '-h, --help', type: '-', isText: true },
  '--hostname-override': { type: 'string' },
  '--http-check-frequency': {
    type: 'duration',
    default: '20s',
    legalValues: ['1m'],
    file: field('/httpCheckFrequency', ['21s', '22s', '23s'], { similarValues: ['21s', '2s'] }),
  },
  '--image-credential-provider-bin-dir': { type: 'string' },
  '--image-credential-provider-config': { type: 'string' },
  '--image-gc-high-threshold': {
    type: 'int32',
    default: '85',
    legalValues: [90],
    file: field('/imageGCHighThresholdPercent', [86, 87, 88]),
    rules: [
      {
        id: 'agent.flag.image-gc-high-threshold.values',
        says: 'The high threshold is a percentage.',
        legalValues: [81, 100],
        // A negative value is also below the low threshold.
        nearMisses: { 'a percentage above 100': { values: [101], formerly: 'more than everything' } },
      },
    ],
  },
  '--image-gc-low-threshold': {
    type: 'int32',
    default: '80',
    legalValues: [70],
    file: field('/imageGCLowThresholdPercent', [71, 72, 73]),
    rules: [
      {
        id: 'agent.flag.image-gc-low-threshold.values',
        says: 'The low threshold is a percentage.',
        legalValues: [0, 84],
        // A value above 100 is also above the high threshold.
        nearMisses: { 'a negative value': { values: [-1], formerly: 'less than nothing' } },
      },
    ],
  },
  '--image-service-endpoint': {
    type: 'string',
    file: field('/imageServiceEndpoint', ['@socket-4', '@socket-5', '@socket-6']),
  },
  '--kernel-memcg-notification': {
    type: 'bool',
    legalValues: [false],
    file: field('/kernelMemcgNotification', [true, false, true]),
  },
  '--orch-api-burst': {
    type: 'int32',
    default: '100',
    legalValues: [20],
    file: field('/orchAPIBurst', [101, 102, 103], { similarValues: [101, 10] }),
    rules: [
      {
        id: 'agent.flag.orch-api-burst.values',
        says: 'The burst of requests is at least 0.',
        legalValues: [0],
        nearMisses: { 'a negative number': [-1] },
      },
    ],
  },
  '--orch-api-content-type': {
    type: 'string',
    default: 'application/vnd.orch.protobuf',
    file: field('/contentType', ['application/json', 'application/vnd.orch.protobuf', 'application/json'], {
      // The API server that reviews requests to the agent rejects every content type except the expected content type.
      refusedWithout: { file: 403, flag: 403 },
    }),
  },
  '--orch-api-qps': {
    type: 'int32',
    default: '50',
    legalValues: [10],
    file: field('/orchAPIQPS', [51, 52, 53], { similarValues: [51, 5] }),
    rules: [
      {
        id: 'agent.flag.orch-api-qps.values',
        says: 'The rate of requests is at least 0.',
        legalValues: [0],
        nearMisses: { 'a negative number': [-1] },
      },
    ],
  },
  '--orch-reserved': {
    type: 'pairs',
    default: 'none',
    legalValues: ['cpu=100m'],
    file: field('/orchReserved', [{ cpu: '101m' }, { cpu: '102m' }, { cpu: '103m' }], {
      fileOnly: ['pid', '1031'],
    }),
  },
  '--orch-reserved-cgroup': {
    type: 'string',
    default: '',
    file: field('/orchReservedCgroup', ['/file', '/drop-in', '/flag']),
  },
  '--orchconfig': { type: 'string' },
  '--orchlet-cgroups': { type: 'string', deprecated: 'C' },
})
