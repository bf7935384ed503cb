import type { Constraint } from '#kit/tables.ts'
import { constraintsOf, inSection } from '../../between.ts'

const limits = inSection(3, 'Limits')
const endpoints = inSection(3, 'Endpoints')
const statesAndTransitions = inSection(3, 'States and transitions')
const admissionPlugins = inSection(
  3,
  'Admission plugins (for `--enable-admission-plugins` and `--disable-admission-plugins`)',
)
const nodeAgentFeatureGates = inSection(3, 'Node agent feature gates (`--feature-gates`)')
const { defaultsTo, ignoredWithout, requires, fits, replaces, governs, atMost, excludes } = constraintsOf(
  3,
  'API server flags',
)

/** Constraints on addresses, certificates and requests. */
export const serving: readonly Constraint[] = [
  defaultsTo('--advertise-address', '--bind-address')
    .says(
      'Without a value, the bind address is advertised, and if it is unspecified that of the default interface.',
    )
    .by('flag.advertise-address.told'),
  ignoredWithout('--cert-dir', ['--tls-cert-file', '--tls-private-key-file'])
    .says('The directory is used if the two files are missing, for a pair that the server makes.')
    .by('flag.cert-dir.generated'),
  requires('--tls-cert-file', '--tls-private-key-file')
    .says('Certificate and key go together.')
    .by('flag.tls-private-key-file.with-certificate'),
  fits('--tls-private-key-file', '--tls-cert-file')
    .says('The key belongs to the certificate.')
    .by('flag.tls-private-key-file.matches'),
  replaces('--tls-sni-cert-key', '--tls-cert-file')
    .says('An exact name is selected before a wildcard, and a stated name before one of the certificate.')
    .by('flag.tls-sni-cert-key.precedence'),
  governs('--tls-cipher-suites', '--tls-min-version')
    .says('The suites select among those of the versions that the minimum leaves.')
    .by('flag.tls-cipher-suites.negotiated', 'flag.tls-cipher-suites.tls13'),
  governs(['--max-mutating-requests-inflight', '--max-requests-inflight'], '--enable-priority-and-fairness')
    .says(
      'With priority and fairness the limit is the sum, without it each limit applies alone and 0 is none.',
    )
    .by(
      'flag.max-requests-inflight.summed',
      'flag.max-mutating-requests-inflight.caps',
      'flag.max-requests-inflight.caps',
    ),
  ignoredWithout('--max-connection-bytes-per-sec', limits('--max-connection-bytes-per-sec'))
    .says('The limit slows long-running requests alone.')
    .by('flag.max-connection-bytes-per-sec.long-running', 'flag.max-connection-bytes-per-sec.others'),
  replaces('--min-request-timeout', '--request-timeout')
    .says('For watches the minimum applies, with a random time above it.')
    .by('flag.min-request-timeout.watches', 'flag.request-timeout.bounds-requests'),
  governs('--livez-grace-period', endpoints('API server /livez, /healthz, /readyz'))
    .says('Within the period, liveness succeeds before the storage is ready, and readiness does not.')
    .by('lifecycle.starting.livez-within-grace', 'lifecycle.starting.readyz-has-no-grace'),
  atMost('--storage-initialization-timeout', statesAndTransitions('starting: storage initialized'))
    .says('At the end of the time, the server is ready or has ended.')
    .by('flag.storage-initialization-timeout.elapsed'),
  governs('--shutdown-delay-duration', statesAndTransitions('serving: termination requested'))
    .says('During the delay, readiness fails at once and requests are served; then draining begins.')
    .by(
      'lifecycle.delaying.readyz-fails-at-once',
      'lifecycle.delaying.requests-are-served',
      'lifecycle.delaying.takes-the-delay',
    ),
  governs('--shutdown-send-retry-after', '--shutdown-delay-duration')
    .says('New requests are rejected after the delay.')
    .by('lifecycle.draining.rejects-new-requests'),
  governs('--shutdown-send-retry-after', '--shutdown-watch-termination-grace-period')
    .says('The period for watches ends no other request.')
    .by('lifecycle.draining.grace-cuts-no-request'),
  atMost('--service-cluster-ip-range', '--service-cluster-ip-range')
    .says('There are at most two ranges, and two are of different families.')
    .by('flag.service-cluster-ip-range.two-at-most', 'flag.service-cluster-ip-range.two-families'),
  excludes(
    ['--service-cluster-ip-range', '--service-node-port-range'],
    limits('node port range for services'),
  )
    .says('The ranges do not overlap those of nodes, pods and ephemeral ports.')
    .unjudged(
      'No request shows it: the API server does not know the ranges of nodes, pods and ephemeral ports.',
    ),
  governs('--orch-service-node-port', '--service-node-port-range')
    .says('A port other than 0 makes the service of the API one with a node port.')
    .by('flag.orch-service-node-port.service-type'),
  requires(['--peer-advertise-ip', '--peer-advertise-port', '--peer-ca-file'], '--feature-gates')
    .says('The flags act with their feature gate, and their effect without it is open.')
    .by('flag.peer-advertise-ip.reached', 'flag.peer-ca-file.verified', 'flag.peer-advertise-ip.open-gate'),
  replaces('--allow-metric-labels', '--allow-metric-labels-manifest')
    .says('The flag is used in place of the file.')
    .by('flag.allow-metric-labels-manifest.values'),
  ignoredWithout('--contention-profiling', '--profiling')
    .says('Block profiling needs profiling.')
    .by('flag.contention-profiling.samples'),
  governs('--debug-socket-path', '--profiling')
    .says('The socket serves profiles without authentication.')
    .by('flag.debug-socket-path.serves'),
  requires(
    [
      '--coordinated-leadership-lease-duration',
      '--coordinated-leadership-renew-deadline',
      '--coordinated-leadership-retry-period',
    ],
    '--feature-gates',
  )
    .says('The three flags apply with coordinated election alone.')
    .by('flag.coordinated-leadership-lease-duration.length'),
  atMost('--coordinated-leadership-renew-deadline', '--coordinated-leadership-lease-duration')
    .says('The deadline ends the attempts to renew a lease.')
    .by('flag.coordinated-leadership-renew-deadline.meaning'),
  governs(
    ['--enable-admission-plugins', '--disable-admission-plugins'],
    admissionPlugins('NamespaceLifecycle'),
  )
    .says('The lists add to the plugins that are on by default and take from them, in any order.')
    .by(
      'flag.enable-admission-plugins.switches-on',
      'flag.enable-admission-plugins.keeps-defaults',
      'flag.enable-admission-plugins.order',
      'flag.disable-admission-plugins.switches-off',
      'flag.disable-admission-plugins.order',
    ),
  excludes('--enable-admission-plugins', '--disable-admission-plugins')
    .says('The effect of a plugin in both lists is open.')
    .by('flag.enable-admission-plugins.in-both-lists'),
  replaces('--disabled-metrics', '--show-hidden-metrics-for-version')
    .says('A disabled metric stays away even if hidden metrics are shown.')
    .by('flag.disabled-metrics.gone'),
  requires('--emulation-forward-compatible', '--emulated-version')
    .says('The flag is valid only below the version of the binary.')
    .by('flag.emulation-forward-compatible.below-own-version'),
  governs('--emulation-forward-compatible', '--emulated-version')
    .says('Newer versions come for APIs that are on, and that are beta or better.')
    .by('flag.emulation-forward-compatible.newer-versions'),
  requires('--runtime-config-emulation-forward-compatible', '--emulated-version')
    .says('The flag is valid only below the version of the binary.')
    .by('flag.runtime-config-emulation-forward-compatible.below-own-version'),
  requires('--runtime-config', '--runtime-config-emulation-forward-compatible')
    .says(
      'An API that is newer than the emulated version needs the flag, and without it the server does not start.',
    )
    .by(
      'flag.runtime-config.not-above-emulated-version',
      'flag.runtime-config-emulation-forward-compatible.installed',
    ),
  governs('--encryption-provider-config-automatic-reload', '--encryption-provider-config')
    .says('The file is read again only with the flag, and then one health check covers all plugins.')
    .by(
      'flag.encryption-provider-config-automatic-reload.on',
      'flag.encryption-provider-config-automatic-reload.off',
      'flag.encryption-provider-config-automatic-reload.health',
      'flag.encryption-provider-config-automatic-reload.invalid',
    ),
  governs('--encryption-provider-config-automatic-reload', [
    '--authentication-config',
    '--authorization-config',
  ])
    .says('The flag concerns the encryption file.')
    .unjudged('The documents do not state whether other files are read again.'),
  governs('--endpoint-reconciler-type', '--advertise-address')
    .says('The type decides whether and how the address is an endpoint of the service.')
    .by('flag.endpoint-reconciler-type.endpoints'),
  governs(
    ['--etcd-compaction-interval', '--etcd-count-metric-poll-period', '--etcd-db-metric-poll-interval'],
    '--etcd-servers',
  )
    .says('A time of 0 disables the requests.')
    .by(
      'flag.etcd-compaction-interval.period',
      'flag.etcd-count-metric-poll-period.period',
      'flag.etcd-db-metric-poll-interval.period',
    ),
  replaces('--etcd-servers-overrides', '--etcd-servers')
    .says('A built-in resource is stored on its own servers, and others are not.')
    .by(
      'flag.etcd-servers-overrides.resource',
      'flag.etcd-servers-overrides.others',
      'flag.etcd-servers-overrides.built-in-only',
      'flag.etcd-servers-overrides.several-servers',
    ),
  requires(['--log-text-info-buffer-size', '--log-text-split-stream'], '--feature-gates')
    .says('The flags need the gate of alpha options.')
    .by('flag.log-text-info-buffer-size.gate', 'flag.log-text-split-stream.gate'),
  ignoredWithout('--log-text-info-buffer-size', '--log-text-split-stream')
    .says('The buffer is used if the streams are split.')
    .by('flag.log-text-info-buffer-size.holds-back'),
  atMost('--log-flush-frequency', '--log-text-info-buffer-size')
    .says('A message is held back no longer than this.')
    .by('flag.log-flush-frequency.flushes'),
  ignoredWithout('--vmodule', '--logging-format')
    .says('The levels apply to the format text, which is the only one.')
    .by('flag.vmodule.effect'),
  ignoredWithout('--watch-cache-sizes', '--watch-cache')
    .says('Sizes apply with the cache; 0 disables it for a resource, and the group is part of the name.')
    .by('flag.watch-cache-sizes.by-resource', 'flag.watch-cache-sizes.form'),
  replaces('--feature-gates', nodeAgentFeatureGates('AllAlpha', 'AllBeta'))
    .says('A gate that is named has its own value, whatever its stage has.')
    .by('versioning.feature-gates.stages'),
]
