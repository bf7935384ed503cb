import { agentFlag, int32Max } from './agent-flag.ts'

/** Flags for the container runtime and its images. */
export const runtimeFlags = [
  agentFlag('container-log-max-files', 'int32', 'log files of one container', {
    default: '5',
    range: [2, int32Max],
    deprecated: 'to be set in the file of --config',
    field: '/containerLogMaxFiles',
  }),
  agentFlag('container-log-max-size', 'string', 'size at which a log is rotated', {
    default: '10Mi',
    deprecated: 'to be set in the file of --config',
    field: '/containerLogMaxSize',
  }),
  agentFlag('container-runtime-endpoint', 'string', 'socket of the container runtime', {
    default: 'unix:///run/orch-runtime/orch-runtime.sock',
    deprecated: 'to be set in the file of --config',
    field: '/containerRuntimeEndpoint',
  }),
  agentFlag('cpu-cfs-quota', 'bool', 'holds containers to their CPU limits', {
    default: 'true',
    deprecated: 'to be set in the file of --config',
    field: '/cpuCFSQuota',
  }),
  agentFlag('cpu-cfs-quota-period', 'duration', 'time that a quota counts in', {
    default: '100ms',
    deprecated: 'to be set in the file of --config',
    field: '/cpuCFSQuotaPeriod',
  }),
  agentFlag('image-credential-provider-bin-dir', 'string', 'where programs that know registry passwords lie'),
  agentFlag('image-credential-provider-config', 'string', 'which of them are asked'),
  agentFlag('image-gc-high-threshold', 'int32', 'percent of the disk at which images go', {
    default: '85',
    range: [0, 100],
    deprecated: 'to be set in the file of --config',
    field: '/imageGCHighThresholdPercent',
  }),
  agentFlag('image-gc-low-threshold', 'int32', 'percent of the disk down to which images go', {
    default: '80',
    range: [0, 100],
    deprecated: 'to be set in the file of --config',
    field: '/imageGCLowThresholdPercent',
  }),
  agentFlag('image-service-endpoint', 'string', 'socket of the image service', {
    deprecated: 'to be set in the file of --config',
    field: '/imageServiceEndpoint',
  }),
  agentFlag('maximum-dead-containers', 'int32', 'ended containers that stay', {
    default: '-1',
    deprecated: 'to be left out',
  }),
  agentFlag('maximum-dead-containers-per-container', 'int32', 'ended containers that stay of each', {
    default: '1',
    deprecated: 'to be left out',
  }),
  agentFlag('minimum-container-ttl-duration', 'duration', 'how long an ended container stays at least', {
    deprecated: 'to be left out',
  }),
  agentFlag('minimum-image-ttl-duration', 'duration', 'how long an unused image stays at least', {
    default: '2m0s',
    deprecated: 'to be set in the file of --config',
    field: '/imageMinimumGCAge',
  }),
  agentFlag('pod-infra-container-image', 'string', 'image that always stays', {
    deprecated: 'to be left out',
  }),
  agentFlag('registry-burst', 'int32', 'images pulled at once', {
    default: '10',
    deprecated: 'to be set in the file of --config',
    field: '/registryBurst',
  }),
  agentFlag('registry-qps', 'int32', 'images pulled a second, 0 for any number', {
    default: '5',
    deprecated: 'to be set in the file of --config',
    field: '/registryPullQPS',
  }),
  agentFlag('runtime-cgroups', 'string', 'cgroup of the runtime'),
  agentFlag('runtime-request-timeout', 'duration', 'how long the runtime may take', {
    default: '2m0s',
    deprecated: 'to be set in the file of --config',
    field: '/runtimeRequestTimeout',
  }),
  agentFlag('serialize-image-pulls', 'bool', 'pulls one image at a time', {
    default: 'true',
    deprecated: 'to be set in the file of --config',
    field: '/serializeImagePulls',
  }),
]
