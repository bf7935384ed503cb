import { field, flagRows } from '../../flags.ts'

export const sToV = flagRows({
  '--seccomp-default': { type: 'RuntimeDefault' },
  '--serialize-image-pulls': {
    type: 'bool',
    default: 'true',
    legalValues: [false],
    file: field('/serializeImagePulls', [false, true, false]),
  },
  '--streaming-connection-idle-timeout': {
    type: 'duration',
    default: '4h0m0s',
    legalValues: ['1m'],
    file: field('/streamingConnectionIdleTimeout', ['3h0m0s', '2h0m0s', '1h0m0s'], {
      similarValues: ['3h0m0s', '4h0m1s'],
    }),
  },
  '--sync-frequency': {
    type: 'duration',
    default: '1m0s',
    legalValues: ['1m'],
    file: field('/syncFrequency', ['1m1s', '1m2s', '1m3s'], { similarValues: ['1m1s', '10m0s'] }),
  },
  '--system-cgroups': { type: 'string', deprecated: 'C' },
  '--system-reserved': {
    type: 'pairs',
    default: 'none',
    legalValues: ['cpu=100m'],
    file: field('/systemReserved', [{ cpu: '111m' }, { cpu: '112m' }, { cpu: '113m' }], {
      fileOnly: ['pid', '1032'],
    }),
  },
  '--system-reserved-cgroup': {
    type: 'string',
    default: '',
    file: field('/systemReservedCgroup', ['/system-file', '/system-drop-in', '/system-flag']),
  },
  '--tls-cert-file': {
    type: 'string',
    file: field('/tlsCertFile', ['@serving-1.crt', '@serving-2.crt', '@serving-3.crt']),
  },
  '--tls-cipher-suites': {
    type: 'strings',
    isNeeded: true,
    file: field('/tlsCipherSuites', [
      ['TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256'],
      ['TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256', 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256'],
      ['TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256', 'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384'],
    ]),
    rules: [
      {
        id: 'agent.flag.tls-cipher-suites.values',
        says: 'The suites are those of the table.',
        legalValues: ['TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256'],
        nearMisses: {
          'an unknown suite': { values: ['TLS_NULL_WITH_NULL_NULL'], formerly: 'another suite' },
        },
        subject: 'TLS_NULL_WITH_NULL_NULL',
      },
    ],
  },
  '--tls-min-version': {
    type: 'string',
    file: field('/tlsMinVersion', ['VersionTLS12', 'VersionTLS13', 'VersionTLS12']),
    rules: [
      {
        id: 'agent.flag.tls-min-version.values',
        says: 'The versions of TLS are VersionTLS10 to VersionTLS13.',
        legalValues: ['VersionTLS10', 'VersionTLS11', 'VersionTLS12', 'VersionTLS13'],
        nearMisses: {
          'an unknown version': { values: ['VersionTLS14'], formerly: 'another version' },
          'a version number without VersionTLS': { values: ['1.2'], formerly: 'a bare number' },
        },
        subject: 'tls',
      },
    ],
  },
  '--tls-private-key-file': {
    type: 'string',
    file: field('/tlsPrivateKeyFile', ['@serving-1.key', '@serving-2.key', '@serving-3.key']),
  },
  '--topology-manager-policy': {
    type: 'string',
    default: 'none',
    file: field('/topologyManagerPolicy', ['best-effort', 'restricted', 'best-effort']),
    rules: [
      {
        id: 'agent.flag.topology-manager-policy.values',
        says: 'The topology manager policies are none, best-effort, restricted and single-numa-node.',
        legalValues: ['none', 'best-effort', 'restricted', 'single-numa-node'],
        nearMisses: { 'an unknown policy': { values: ['best'], formerly: 'another policy' } },
      },
    ],
  },
  '--topology-manager-policy-options': {
    type: 'pairs',
    file: field(
      '/topologyManagerPolicyOptions',
      [
        { 'prefer-closest-numa-nodes': 'true' },
        { 'prefer-closest-numa-nodes': 'false' },
        { 'prefer-closest-numa-nodes': 'true' },
      ],
      { fileOnly: ['max-allowable-numa-nodes', '9'] },
    ),
  },
  '--topology-manager-scope': {
    type: 'string',
    default: 'container',
    file: field('/topologyManagerScope', ['pod', 'container', 'pod']),
    rules: [
      {
        id: 'agent.flag.topology-manager-scope.values',
        says: 'The topology manager scopes are container and pod.',
        legalValues: ['container', 'pod'],
        nearMisses: { 'an unknown scope': { values: ['node'], formerly: 'another scope' } },
      },
    ],
  },
  '--v': { key: '-v, --v', type: 'int', legalValues: [1] },
  '--version': { type: 'version[=true]' },
  '--vmodule': { type: 'pattern=N,...', legalValues: ['agent=2'], refusals: ['vmodule-refused'] },
  '--volume-plugin-dir': {
    type: 'string',
    default: '/usr/libexec/orch/orchlet-plugins/volume/exec/',
    file: field('/volumePluginDir', ['@plugins-1', '@plugins-2', '@plugins-3'], { default: null }),
  },
  '--volume-stats-agg-period': {
    type: 'duration',
    default: '1m0s',
    legalValues: ['1m'],
    file: field('/volumeStatsAggPeriod', ['1m1s', '1m2s', '1m3s'], { similarValues: ['1m1s', '1m2s'] }),
  },
})
