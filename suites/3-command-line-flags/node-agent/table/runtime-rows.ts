import type { AgentRow } from './row.ts'

/** The flags about the container runtime. */
export const runtimeRows: readonly AgentRow[] = [
  { flag: '--container-log-max-files', type: 'int32', default: '5', legal: 3, deprecated: 'C' },
  { flag: '--container-log-max-size', type: 'string', default: '10Mi', deprecated: 'C' },
  { flag: '--container-runtime-endpoint', type: 'string', deprecated: 'C' },
  { flag: '--cpu-cfs-quota', type: 'bool', default: 'true', legal: false, deprecated: 'C' },
  { flag: '--cpu-cfs-quota-period', type: 'duration', default: '100ms', legal: '100ms', deprecated: 'C' },
  { flag: '--image-credential-provider-bin-dir', type: 'string' },
  { flag: '--image-credential-provider-config', type: 'string' },
  { flag: '--image-gc-high-threshold', type: 'int32', default: '85', legal: 90, deprecated: 'C' },
  { flag: '--image-gc-low-threshold', type: 'int32', default: '80', legal: 70, deprecated: 'C' },
  { flag: '--image-service-endpoint', type: 'string', deprecated: 'C' },
  { flag: '--maximum-dead-containers', type: 'int32', default: '-1', legal: 5, deprecated: 'R' },
  { flag: '--maximum-dead-containers-per-container', type: 'int32', default: '1', legal: 2, deprecated: 'R' },
  { flag: '--minimum-container-ttl-duration', type: 'duration', legal: '1m', deprecated: 'R' },
  { flag: '--minimum-image-ttl-duration', type: 'duration', default: '2m0s', legal: '1m', deprecated: 'C' },
  { flag: '--pod-infra-container-image', type: 'string', deprecated: 'R' },
  { flag: '--registry-burst', type: 'int32', default: '10', legal: 20, deprecated: 'C' },
  { flag: '--registry-qps', type: 'int32', default: '5', legal: 2, deprecated: 'C' },
  { flag: '--runtime-cgroups', type: 'string' },
  { flag: '--runtime-request-timeout', type: 'duration', default: '2m0s', legal: '1m', deprecated: 'C' },
  { flag: '--serialize-image-pulls', type: 'bool', default: 'true', legal: false, deprecated: 'C' },
]
