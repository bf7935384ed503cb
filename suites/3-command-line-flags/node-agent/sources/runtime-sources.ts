import type { Sourced } from './sourced.ts'

/** What the sources say of the container runtime. */
export const runtimeSources: readonly Sourced[] = [
  { flag: '--container-log-max-files', field: '/containerLogMaxFiles', default: 5, values: [6, 7, 8] },
  {
    flag: '--container-log-max-size',
    field: '/containerLogMaxSize',
    default: '10Mi',
    values: ['11Mi', '12Mi', '13Mi'],
  },
  {
    flag: '--container-runtime-endpoint',
    field: '/containerRuntimeEndpoint',
    values: ['@socket-1', '@socket-2', '@socket-3'],
  },
  { flag: '--cpu-cfs-quota', field: '/cpuCFSQuota', default: true, values: [false, true, false] },
  {
    flag: '--cpu-cfs-quota-period',
    field: '/cpuCFSQuotaPeriod',
    default: '100ms',
    values: ['101ms', '102ms', '103ms'],
  },
  {
    flag: '--image-gc-high-threshold',
    field: '/imageGCHighThresholdPercent',
    default: 85,
    values: [86, 87, 88],
  },
  {
    flag: '--image-gc-low-threshold',
    field: '/imageGCLowThresholdPercent',
    default: 80,
    values: [71, 72, 73],
  },
  {
    flag: '--image-service-endpoint',
    field: '/imageServiceEndpoint',
    values: ['@socket-4', '@socket-5', '@socket-6'],
  },
  {
    flag: '--minimum-image-ttl-duration',
    field: '/imageMinimumGCAge',
    default: '2m0s',
    values: ['3m0s', '4m0s', '5m0s'],
  },
  { flag: '--registry-burst', field: '/registryBurst', default: 10, values: [11, 12, 13] },
  { flag: '--registry-qps', field: '/registryPullQPS', default: 5, values: [6, 7, 8] },
  {
    flag: '--runtime-request-timeout',
    field: '/runtimeRequestTimeout',
    default: '2m0s',
    values: ['2m1s', '2m2s', '2m3s'],
  },
  {
    flag: '--serialize-image-pulls',
    field: '/serializeImagePulls',
    default: true,
    values: [false, true, false],
  },
]
