import type { Sourced } from './sourced.ts'

/** What the sources say of the node. */
export const nodeSources: readonly Sourced[] = [
  { flag: '--event-burst', field: '/eventBurst', default: 100, values: [101, 102, 103] },
  { flag: '--event-qps', field: '/eventRecordQPS', default: 50, values: [51, 52, 53] },
  { flag: '--node-status-max-images', field: '/nodeStatusMaxImages', default: 50, values: [51, 52, 53] },
  {
    flag: '--node-status-update-frequency',
    field: '/nodeStatusUpdateFrequency',
    default: '10s',
    values: ['11s', '12s', '13s'],
  },
  { flag: '--orch-api-burst', field: '/orchAPIBurst', default: 100, values: [101, 102, 103] },
  {
    flag: '--orch-api-content-type',
    field: '/contentType',
    default: 'application/vnd.orch.protobuf',
    values: ['application/json', 'application/vnd.orch.protobuf', 'application/json'],
    // Whom it asks for reviews takes none of the other type.
    refusedWithout: { file: 403, flag: 403 },
  },
  { flag: '--orch-api-qps', field: '/orchAPIQPS', default: 50, values: [51, 52, 53] },
  { flag: '--register-node', field: '/registerNode', default: true, values: [false, true, false] },
  {
    flag: '--register-with-taints',
    field: '/registerWithTaints',
    values: [
      [{ key: 'file', value: 'x', effect: 'NoSchedule' }],
      [{ key: 'drop-in', value: 'x', effect: 'NoSchedule' }],
      [{ key: 'flag', value: 'x', effect: 'NoSchedule' }],
    ],
  },
  { flag: '--rotate-certificates', field: '/rotateCertificates', values: [true, false, true] },
  { flag: '--rotate-server-certificates', field: '/serverTLSBootstrap', values: [true, false, true] },
]
