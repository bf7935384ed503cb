import { agentFlag } from './agent-flag.ts'

/** Flags for pods. */
export const podsFlags = [
  agentFlag('allowed-unsafe-sysctls', 'strings', 'sysctls that pods may have although they are unsafe', {
    deprecated: 'to be set in the file of --config',
    field: '/allowedUnsafeSysctls',
  }),
  agentFlag('cluster-dns', 'strings', 'name servers of pods', {
    deprecated: 'to be set in the file of --config',
    field: '/clusterDNS',
  }),
  agentFlag('cluster-domain', 'string', 'domain that pods search in', {
    deprecated: 'to be set in the file of --config',
    field: '/clusterDomain',
  }),
  agentFlag('enable-controller-attach-detach', 'bool', 'leaves volumes to a controller', {
    default: 'true',
    deprecated: 'to be set in the file of --config',
    field: '/enableControllerAttachDetach',
  }),
  agentFlag('experimental-mounter-path', 'string', 'program that mounts', { deprecated: 'to be left out' }),
  agentFlag('file-check-frequency', 'duration', 'how often manifest files are read', {
    default: '20s',
    deprecated: 'to be set in the file of --config',
    field: '/fileCheckFrequency',
  }),
  agentFlag('hairpin-mode', 'string', 'how a pod reaches itself', {
    default: 'promiscuous-bridge',
    oneOf: ['promiscuous-bridge', 'hairpin-veth', 'none'],
    deprecated: 'to be set in the file of --config',
    field: '/hairpinMode',
  }),
  agentFlag('http-check-frequency', 'duration', 'how often the manifest URL is read', {
    default: '20s',
    deprecated: 'to be set in the file of --config',
    field: '/httpCheckFrequency',
  }),
  agentFlag('make-iptables-util-chains', 'bool', 'keeps its chains of packet rules', {
    default: 'true',
    deprecated: 'to be set in the file of --config',
    field: '/makeIPTablesUtilChains',
  }),
  agentFlag('manifest-url', 'string', 'more pods to run', {
    deprecated: 'to be set in the file of --config',
    field: '/staticPodURL',
  }),
  agentFlag('manifest-url-header', 'headers', 'headers for that URL', {
    deprecated: 'to be set in the file of --config',
    field: '/staticPodURLHeader',
  }),
  agentFlag('max-pods', 'int32', 'pods that the node takes', {
    default: '110',
    deprecated: 'to be set in the file of --config',
    field: '/maxPods',
  }),
  agentFlag('pod-cidr', 'string', 'addresses of pods without an API server', {
    deprecated: 'to be set in the file of --config',
    field: '/podCIDR',
  }),
  agentFlag('pod-manifest-path', 'string', 'file or directory of pods to run', {
    deprecated: 'to be set in the file of --config',
    field: '/staticPodPath',
  }),
  agentFlag('pod-max-pids', 'int', 'processes of one pod', {
    default: '-1',
    deprecated: 'to be set in the file of --config',
    field: '/podPidsLimit',
  }),
  agentFlag('pods-per-core', 'int32', 'pods for each core, 0 for any number', {
    deprecated: 'to be set in the file of --config',
    field: '/podsPerCore',
  }),
  agentFlag('resolv-conf', 'string', 'name service of containers', {
    default: '/etc/resolv.conf',
    deprecated: 'to be set in the file of --config',
    field: '/resolvConf',
  }),
  agentFlag('runonce', 'bool', 'ends when the pods have begun', {
    deprecated: 'to be set in the file of --config',
    field: '/runOnce',
  }),
  agentFlag('seccomp-default', 'RuntimeDefault', 'gives containers the usual system calls only'),
  agentFlag('sync-frequency', 'duration', 'longest time between looks at everything', {
    default: '1m0s',
    deprecated: 'to be set in the file of --config',
    field: '/syncFrequency',
  }),
  agentFlag('volume-plugin-dir', 'string', 'where plugins for volumes lie', {
    default: '/usr/libexec/orch/orchlet-plugins/volume/exec/',
    deprecated: 'to be set in the file of --config',
    field: '/volumePluginDir',
  }),
  agentFlag('volume-stats-agg-period', 'duration', 'how often the use of volumes is counted', {
    default: '1m0s',
    deprecated: 'to be set in the file of --config',
    field: '/volumeStatsAggPeriod',
  }),
]
