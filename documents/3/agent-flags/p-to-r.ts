import { field, flagRows } from '../../flags.ts'

export const pToR = flagRows({
  '--pod-cidr': { type: 'string', file: field('/podCIDR', ['10.1.0.0/24', '10.2.0.0/24', '10.3.0.0/24']) },
  '--pod-infra-container-image': { type: 'string', deprecated: 'R' },
  '--pod-manifest-path': {
    type: 'string',
    file: field('/staticPodPath', ['@manifests-1', '@manifests-2', '@manifests-3']),
  },
  '--pod-max-pids': {
    type: 'int',
    default: '-1',
    legalValues: [100],
    file: field('/podPidsLimit', [1001, 1002, 1003], { similarValues: [1001, 101] }),
  },
  '--pods-per-core': { type: 'int32', legalValues: [10], file: field('/podsPerCore', [11, 12, 13]) },
  '--port': {
    type: 'int32',
    default: '10250',
    isNeeded: true,
    file: field('/port', ['@main', '@main', '@main'], { default: null, weakerValue: 65002 }),
    rules: [
      {
        id: 'agent.flag.port.values',
        says: 'The serving port is a port.',
        legalValues: [],
        nearMisses: {
          'a number above 65535': { values: [65536], formerly: 'a number beyond all ports' },
          'a negative number': [-1],
        },
        opens: { main: false },
      },
    ],
  },
  '--protect-kernel-defaults': {
    type: 'bool',
    legalValues: [false],
    // The flag can only be enabled on a machine with suitable kernel settings.
    file: field('/protectKernelDefaults', undefined, { default: false }),
  },
  '--provider-id': { type: 'string' },
  '--qos-reserved': {
    type: 'pairs',
    legalValues: ['memory=50%'],
    needs: { '--feature-gates': 'QOSReserved=true' },
    file: field('/qosReserved', [{ memory: '51%' }, { memory: '52%' }, { memory: '53%' }]),
  },
  '--read-only-port': {
    type: 'int32',
    default: '10255',
    isNeeded: true,
    file: field('/readOnlyPort', ['@readOnly', '@readOnly', '@readOnly'], {
      default: null,
      weakerValue: 65003,
    }),
    rules: [
      {
        id: 'agent.flag.read-only-port.values',
        says: 'The read-only port is a port, or 0 for none.',
        legalValues: [0],
        nearMisses: {
          'a number above 65535': { values: [65536], formerly: 'a number beyond all ports' },
          'a negative number': [-1],
        },
      },
    ],
  },
  '--register-node': {
    type: 'bool',
    default: 'true',
    legalValues: [false],
    file: field('/registerNode', [false, true, false]),
  },
  '--register-with-taints': {
    type: 'list of taints',
    legalValues: ['a=b:NoSchedule'],
    file: field('/registerWithTaints', [
      [{ key: 'file', value: 'x', effect: 'NoSchedule' }],
      [{ key: 'drop-in', value: 'x', effect: 'NoSchedule' }],
      [{ key: 'flag', value: 'x', effect: 'NoSchedule' }],
    ]),
  },
  '--registry-burst': {
    type: 'int32',
    default: '10',
    legalValues: [20],
    file: field('/registryBurst', [11, 12, 13], { similarValues: [11, 100] }),
  },
  '--registry-qps': {
    type: 'int32',
    default: '5',
    legalValues: [2],
    file: field('/registryPullQPS', [6, 7, 8], { similarValues: [6, 50] }),
  },
  '--reserved-cpus': { type: 'string', deprecated: 'C' },
  '--reserved-memory': {
    type: 'reserved-memory',
    file: field('/reservedMemory', [
      [{ numaNode: 0, limits: { memory: '51Mi' } }],
      [{ numaNode: 0, limits: { memory: '52Mi' } }],
      [{ numaNode: 0, limits: { memory: '53Mi' } }],
    ]),
  },
  '--resolv-conf': {
    type: 'string',
    default: '/etc/resolv.conf',
    file: field('/resolvConf', ['@resolv-1.conf', '@resolv-2.conf', '@resolv-3.conf']),
  },
  '--root-dir': { type: 'string', default: '/var/lib/orchlet' },
  '--rotate-certificates': {
    type: 'bool',
    legalValues: [false],
    file: field('/rotateCertificates', [true, false, true]),
  },
  '--rotate-server-certificates': {
    type: 'bool',
    legalValues: [false],
    file: field('/serverTLSBootstrap', [true, false, true]),
  },
  '--runonce': { type: 'bool', legalValues: [false], deprecated: 'C' },
  '--runtime-cgroups': { type: 'string' },
  '--runtime-request-timeout': {
    type: 'duration',
    default: '2m0s',
    legalValues: ['1m'],
    file: field('/runtimeRequestTimeout', ['2m1s', '2m2s', '2m3s'], { similarValues: ['2m1s', '20s'] }),
  },
})
