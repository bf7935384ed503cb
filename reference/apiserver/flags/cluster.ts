import { flag } from '../../flags/flag.ts'
import { serverGateLines } from '../enablement/gates.ts'

/** Suffixes of log buffer sizes, including `none`. */
export const bufferSuffixes = ['none', 'K', 'Ki', 'M', 'G', 'Mi', 'Gi'] as const

/** Flags for services, aggregated APIs, metrics, logs and the program itself. */
export const clusterFlags = [
  flag('aggregator-reject-forwarding-redirect', 'bool', 'keeps redirects from clients', { default: 'true' }),
  flag('allow-metric-labels', 'stringToString', 'label values that metrics may show', { default: '[]' }),
  flag('allow-metric-labels-manifest', 'string', 'file with the same'),
  flag('allow-privileged', 'bool', 'permits privileged containers', { default: 'false' }),
  flag('contention-profiling', 'bool', 'profiles blocking too'),
  flag('coordinated-leadership-lease-duration', 'duration', 'length of a leader lease', { default: '15s' }),
  flag('coordinated-leadership-renew-deadline', 'duration', 'time to renew it', { default: '10s' }),
  flag('coordinated-leadership-retry-period', 'duration', 'time between attempts', { default: '2s' }),
  flag('debug-socket-path', 'string', 'unprotected unix socket for profiling'),
  flag('disabled-metrics', 'strings', 'metrics to leave out'),
  flag('egress-selector-config-file', 'string', 'file that routes outbound connections'),
  flag('emulated-version', 'strings', 'versions to act like'),
  flag('emulation-forward-compatible', 'bool', 'adds newer versions of emulated APIs'),
  flag('enable-aggregator-routing', 'bool', 'reaches aggregated servers by endpoint'),
  flag('enable-priority-and-fairness', 'bool', 'queues requests instead of counting them', {
    default: 'true',
  }),
  flag('endpoint-reconciler-type', 'string', 'who keeps the endpoints of this API', {
    default: 'lease',
    oneOf: ['master-count', 'lease', 'none'],
  }),
  flag('feature-gates', 'colonSeparatedMultimapStringString', 'component:key=value switches', {
    details: serverGateLines,
  }),
  flag('help', 'help', 'prints this text', { short: 'h' }),
  flag('log-flush-frequency', 'duration', 'time between log flushes', { default: '5s' }),
  flag('log-text-info-buffer-size', 'quantity', 'buffer of split text logs', { default: '0' }),
  flag('log-text-split-stream', 'bool', 'sends errors and infos to different streams'),
  flag('logging-format', 'string', 'form of log lines', { default: 'text', oneOf: ['text'] }),
  flag('orch-service-node-port', 'int', 'node port of the API service, 0 for none'),
  flag('orchlet-certificate-authority', 'string', 'CAs of node agents'),
  flag('orchlet-client-certificate', 'string', 'client certificate for node agents'),
  flag('orchlet-client-key', 'string', 'key of that certificate'),
  flag('orchlet-preferred-address-types', 'strings', 'which node addresses to try first', {
    default: 'Hostname,InternalDNS,InternalIP,ExternalDNS,ExternalIP',
  }),
  flag('orchlet-timeout', 'duration', 'patience with node agents', { default: '5s' }),
  flag('peer-advertise-ip', 'string', 'address that other API servers are told'),
  flag('peer-advertise-port', 'string', 'port that other API servers are told'),
  flag('peer-ca-file', 'string', 'CAs of other API servers'),
  flag('profiling', 'bool', 'serves /debug/pprof/', { default: 'true' }),
  flag('proxy-client-cert-file', 'string', 'certificate shown when calling out'),
  flag('proxy-client-key-file', 'string', 'key of that certificate'),
  flag('runtime-config', 'pairs', 'APIs to switch on or off'),
  flag(
    'runtime-config-emulation-forward-compatible',
    'bool',
    'installs APIs newer than the emulated version',
  ),
  flag('service-cluster-ip-range', 'string', 'CIDRs of service addresses, two at most'),
  flag('service-node-port-range', 'N1-N2', 'ports of node port services', { default: '30000-32767' }),
  flag('show-hidden-metrics-for-version', 'string', 'version whose hidden metrics are shown'),
  flag('tracing-config-file', 'string', 'file that configures tracing'),
  flag('v', 'int', 'how much is logged', { short: 'v' }),
  flag('version', 'version[=true]', 'prints the version and ends, or sets it'),
  flag('vmodule', 'pattern=N,...', 'how much is logged per file'),
]
