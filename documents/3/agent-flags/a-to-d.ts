import { field, flagRows } from '../../flags.ts'

export const aToD = flagRows({
  '--address': {
    type: 'string',
    default: '0.0.0.0',
    file: field('/address', ['127.0.0.1', '127.0.0.1', '127.0.0.1'], {
      default: null,
      weakerValue: '127.0.0.9',
    }),
  },
  '--allowed-unsafe-sysctls': {
    type: 'strings',
    file: field('/allowedUnsafeSysctls', [['kernel.msgmax'], ['kernel.msg*'], ['net.ipv4.route.min_pmtu']]),
  },
  '--anonymous-auth': {
    type: 'bool',
    default: 'true',
    legalValues: [true],
    file: field('/authentication/anonymous/enabled', [false, true, false]),
  },
  '--authentication-token-webhook': {
    type: 'bool',
    legalValues: [false],
    isNeeded: true,
    file: field('/authentication/webhook/enabled', [true, false, true]),
  },
  '--authentication-token-webhook-cache-ttl': {
    type: 'duration',
    default: '2m0s',
    legalValues: ['1m'],
    file: field('/authentication/webhook/cacheTTL', ['3m0s', '4m0s', '6m0s']),
  },
  '--authorization-mode': {
    type: 'string',
    default: 'AlwaysAllow',
    isNeeded: true,
    file: field('/authorization/mode', ['Webhook', 'AlwaysAllow', 'Webhook'], {
      // The API server that reviews requests to the agent rejects the content type of the drop-in file.
      refusedWithout: { 'drop-in': 403 },
    }),
    rules: [
      {
        id: 'agent.flag.authorization-mode.values',
        says: 'The modes of authorization are AlwaysAllow and Webhook.',
        legalValues: ['AlwaysAllow'],
        nearMisses: {
          'a mode that only API servers have': { values: ['RBAC'], formerly: 'a mode of API servers' },
        },
        subject: 'authorization mode',
      },
    ],
  },
  '--authorization-webhook-cache-authorized-ttl': {
    type: 'duration',
    default: '5m0s',
    legalValues: ['1m'],
    file: field('/authorization/webhook/cacheAuthorizedTTL', ['6m0s', '7m0s', '8m0s']),
  },
  '--authorization-webhook-cache-unauthorized-ttl': {
    type: 'duration',
    default: '30s',
    legalValues: ['1m'],
    file: field('/authorization/webhook/cacheUnauthorizedTTL', ['31s', '32s', '33s']),
  },
  '--bootstrap-orchconfig': { type: 'string' },
  '--cert-dir': { type: 'string', default: '/var/lib/orchlet/pki' },
  '--cgroup-driver': {
    type: 'string',
    default: 'cgroupfs',
    file: field('/cgroupDriver', ['systemd', 'cgroupfs', 'systemd']),
    rules: [
      {
        id: 'agent.flag.cgroup-driver.values',
        says: 'The drivers are cgroupfs and systemd.',
        legalValues: ['cgroupfs'],
        nearMisses: { 'an unknown driver': { values: ['initd'], formerly: 'another driver' } },
      },
    ],
  },
  '--cgroup-root': { type: 'string', file: field('/cgroupRoot', ['/file', '/drop-in', '/flag']) },
  '--cgroups-per-qos': {
    type: 'bool',
    default: 'true',
    legalValues: [false],
    isNeeded: true,
    file: field('/cgroupsPerQOS', [false, false, false], { default: null, weakerValue: true }),
  },
  '--client-ca-file': {
    type: 'string',
    file: field('/authentication/x509/clientCAFile', ['@ca-1.crt', '@ca-2.crt', '@ca-3.crt'], {
      refusedWithout: { file: 401 },
    }),
  },
  '--cloud-provider': {
    type: 'string',
    rules: [
      {
        id: 'agent.flag.cloud-provider.values',
        says: 'The provider is external, or empty for none.',
        legalValues: ['', 'external'],
        nearMisses: { 'an unknown provider': { values: ['sky'], formerly: 'another provider' } },
        subject: 'cloud provider',
      },
    ],
  },
  '--cluster-dns': {
    type: 'strings',
    file: field('/clusterDNS', [['10.0.0.10'], ['10.0.0.11'], ['10.0.0.12', '10.0.0.13']]),
  },
  '--cluster-domain': {
    type: 'string',
    file: field('/clusterDomain', ['file.example', 'drop-in.example', 'flag.example']),
  },
  '--config': { type: 'string' },
  '--config-dir': { type: 'string', default: '' },
  '--container-log-max-files': {
    type: 'int32',
    default: '5',
    legalValues: [3],
    file: field('/containerLogMaxFiles', [6, 7, 8], { similarValues: [6, 2] }),
    rules: [
      {
        id: 'agent.flag.container-log-max-files.values',
        says: 'A container has at least 2 log files.',
        legalValues: [2],
        nearMisses: { 'a single file': { values: [1], formerly: 'one file' } },
        subject: 'containerLogMaxFiles',
      },
    ],
  },
  '--container-log-max-size': {
    type: 'string',
    default: '10Mi',
    file: field('/containerLogMaxSize', ['11Mi', '12Mi', '13Mi'], { similarValues: ['11Mi', '1Mi'] }),
  },
  '--container-runtime-endpoint': {
    type: 'string',
    file: field('/containerRuntimeEndpoint', ['@socket-1', '@socket-2', '@socket-3']),
  },
  '--contention-profiling': {
    type: 'bool',
    legalValues: [true],
    file: field('/enableContentionProfiling', [true, false, true]),
  },
  '--cpu-cfs-quota': {
    type: 'bool',
    default: 'true',
    legalValues: [false],
    file: field('/cpuCFSQuota', [false, true, false]),
  },
  '--cpu-cfs-quota-period': {
    type: 'duration',
    default: '100ms',
    legalValues: ['100ms'],
    file: field('/cpuCFSQuotaPeriod', ['101ms', '102ms', '103ms']),
  },
  '--cpu-manager-policy': {
    type: 'string',
    default: 'none',
    file: field('/cpuManagerPolicy', ['static', 'static', 'static'], { weakerValue: 'none' }),
    rules: [
      {
        id: 'agent.flag.cpu-manager-policy.values',
        says: 'The policies for CPUs are none and static.',
        legalValues: ['none'],
        nearMisses: { 'an unknown policy': { values: ['dynamic'], formerly: 'another policy' } },
        subject: 'policy',
      },
    ],
  },
  '--cpu-manager-policy-options': {
    type: 'pairs',
    file: field(
      '/cpuManagerPolicyOptions',
      [{ 'full-pcpus-only': 'false' }, { 'full-pcpus-only': 'true' }, { 'full-pcpus-only': 'false' }],
      { fileOnly: ['distribute-cpus-across-numa', 'false'] },
    ),
  },
  '--cpu-manager-reconcile-period': {
    type: 'duration',
    default: '10s',
    legalValues: ['1m'],
    file: field('/cpuManagerReconcilePeriod', ['11s', '12s', '13s'], { similarValues: ['11s', '1s'] }),
  },
})
