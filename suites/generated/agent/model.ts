/** A value as a configuration file writes it. */
export type Value = string | number | boolean

/** A field that a file, a drop-in file and a flag can set. */
export interface Field {
  readonly flag: `--${string}`
  /** Where the file has it (RFC 6901). */
  readonly field: string
  readonly default: Value
  /** Near each other and near the default, which is also among what a source may say. */
  readonly values: readonly Value[]
}

const field = (flag: string, name: string, byDefault: Value, ...values: readonly Value[]): Field => ({
  flag: `--${flag}`,
  field: `/${name}`,
  default: byDefault,
  values: [...values, byDefault],
})

/** The fields that are drawn: any value of each does with any value of the others. */
export const fields: readonly Field[] = [
  field('max-pods', 'maxPods', 110, 111, 11, 1100),
  field('event-qps', 'eventRecordQPS', 50, 51, 5),
  field('event-burst', 'eventBurst', 100, 101, 10),
  field('node-status-max-images', 'nodeStatusMaxImages', 50, 51, -1),
  field('orch-api-qps', 'orchAPIQPS', 50, 51, 5),
  field('orch-api-burst', 'orchAPIBurst', 100, 101, 10),
  field('registry-burst', 'registryBurst', 10, 11, 100),
  field('registry-qps', 'registryPullQPS', 5, 6, 50),
  field('container-log-max-files', 'containerLogMaxFiles', 5, 6, 2),
  field('container-log-max-size', 'containerLogMaxSize', '10Mi', '11Mi', '1Mi'),
  field('sync-frequency', 'syncFrequency', '1m0s', '1m1s', '10m0s'),
  field('file-check-frequency', 'fileCheckFrequency', '20s', '21s', '2s'),
  field('http-check-frequency', 'httpCheckFrequency', '20s', '21s', '2s'),
  field('volume-stats-agg-period', 'volumeStatsAggPeriod', '1m0s', '1m1s', '1m2s'),
  field('eviction-pressure-transition-period', 'evictionPressureTransitionPeriod', '5m0s', '5m1s', '50s'),
  field('cpu-manager-reconcile-period', 'cpuManagerReconcilePeriod', '10s', '11s', '1s'),
  field('runtime-request-timeout', 'runtimeRequestTimeout', '2m0s', '2m1s', '20s'),
  field('streaming-connection-idle-timeout', 'streamingConnectionIdleTimeout', '4h0m0s', '3h0m0s', '4h0m1s'),
  field('minimum-image-ttl-duration', 'imageMinimumGCAge', '2m0s', '3m0s', '2m1s'),
  field('node-status-update-frequency', 'nodeStatusUpdateFrequency', '10s', '11s', '1s'),
  field('pod-max-pids', 'podPidsLimit', -1, 1001, 101),
  field('max-open-files', 'maxOpenFiles', 1_000_000, 10_001, 100_000),
  field('serialize-image-pulls', 'serializeImagePulls', true, false),
  field('cpu-cfs-quota', 'cpuCFSQuota', true, false),
  field('enable-controller-attach-detach', 'enableControllerAttachDetach', true, false),
  field('hairpin-mode', 'hairpinMode', 'promiscuous-bridge', 'hairpin-veth', 'none'),
  field('topology-manager-scope', 'topologyManagerScope', 'container', 'pod'),
]

/** What each source says of a field. */
export interface Said {
  readonly file?: Value
  readonly dropIn?: Value
  readonly flag?: Value
}

/** Gates by name. */
export type Gates = Readonly<Record<string, boolean>>

/** Everything that a node agent is told. */
export interface AgentCase {
  /** By the flag's name. */
  readonly said: Readonly<Record<string, Said | undefined>>
  readonly gates: { readonly file: Gates; readonly flag: Gates }
}

/** Gates that change nothing that a node agent without pods does, and that many versions have alike. */
export const gateNames = {
  ALPHA: ['CSIVolumeHealth', 'HPAScaleToZero', 'StorageCapacityScoring', 'CrossNamespaceVolumeDataSource'],
  BETA: ['APIResponseCompression', 'PodDeletionCost', 'StorageVersionHash', 'OpenAPIEnums'],
} as const
