import type { Constraint } from '#kit/tables.ts'
import { constraintsOf, inSection } from '../../between.ts'

const serviceBehaviour = inSection(3, 'What the service does')
const versioning = inSection(3, 'Versioning')
const nodeLabels = inSection(3, 'Node labels')
const perControllerBlocks2 = inSection(2, 'Per-controller blocks')
const nodeAgentFeatureGates = inSection(3, 'Node agent feature gates (`--feature-gates`)')
const authentication = inSection(3, 'Authentication')
const endpoints = inSection(3, 'Endpoints')
const events = inSection(3, 'Events')
const limits = inSection(3, 'Limits')
const errors = inSection(3, 'Errors')
const { governs, replaces, ignoredWithout, requires, fits, defaultsTo, excludes, atMost } = constraintsOf(
  3,
  'Node agent flags',
)

/** Constraints on the node, its name and its configuration, and on the credentials of the agent. */
export const agentNode: readonly Constraint[] = [
  governs('--orchconfig', serviceBehaviour('node agent: --orchconfig'))
    .says('With the flag, the agent uses the API server, and without it none.')
    .by('agent.modes', 'agent.flag.orchconfig.mode'),
  replaces('--hostname-override', serviceBehaviour('node agent: registration'))
    .says('The node has the name of the host, the stated one or that of the cloud.')
    .by('agent.node.name', 'agent.node.cloud'),
  replaces('--config', versioning('node agent: deprecated flags'))
    .says('A flag replaces a value of a drop-in, a drop-in that of the file, and the file a default.')
    .by('agent.configuration.file', 'generated.agent.sources'),
  replaces('--config-dir', '--config')
    .says('Drop-in files replace values of the main file.')
    .by('agent.configuration.drop-ins'),
  governs('--config', '--config-dir')
    .says('A path that is not absolute begins at the working directory.')
    .by('agent.configuration.relative'),
  ignoredWithout('--bootstrap-orchconfig', '--orchconfig')
    .says('A certificate is requested only if the client configuration does not exist.')
    .by('agent.node.bootstrap'),
  governs('--bootstrap-orchconfig', '--cert-dir')
    .says('The new certificate and key are stored in this directory.')
    .by('agent.node.bootstrap'),
  ignoredWithout('--cert-dir', ['--tls-cert-file', '--tls-private-key-file'])
    .says('The directory is used if the two files are missing.')
    .by('agent.server.certificate-directory'),
  requires('--tls-cert-file', '--tls-private-key-file')
    .says('Certificate and key go together.')
    .by('agent.server.certificate-pair'),
  ignoredWithout('--register-with-taints', '--register-node')
    .says('Without registration, taints have no effect.')
    .by('agent.node.taints-unregistered'),
  ignoredWithout('--register-node', '--orchconfig')
    .says('Without an API server, no node is registered.')
    .by('agent.node.register-alone'),
  fits('--node-labels', nodeLabels('orchlet.orch.io', 'node.orch.io'))
    .says('A label of the domain has a permitted prefix or name.')
    .by('agent.labels.prefixes', 'agent.labels.names', 'agent.labels.forbidden'),
  fits(
    '--node-status-update-frequency',
    perControllerBlocks2('NodeLifecycleController.NodeMonitorGracePeriod'),
  )
    .says('The frequency fits the period of the controller manager.')
    .unjudged('The agent does not know the value of the controller manager; that side is judged there.'),
  defaultsTo('--node-ip', '--node-ip')
    .says('Without an address, the node has the default one, and :: prefers IPv6.')
    .by('agent.flag.node-ip.pair', 'agent.node.addresses', 'agent.node.address-family'),
  requires('--rotate-server-certificates', nodeAgentFeatureGates('RotateOrchletServerCertificate'))
    .says('The flag needs its feature gate and an approved request.')
    .by('agent.flag.rotate-server-certificates.gate'),
  governs('--rotate-certificates', '--orchconfig')
    .says('The client certificate of the configuration is renewed before it ends.')
    .unjudged('Not judged: the time of the renewal is not stated; the value is read back.'),
  replaces('--feature-gates', nodeAgentFeatureGates('AllAlpha', 'AllBeta'))
    .says('A gate that is named has its own value, whatever its stage has.')
    .by('agent.gate.AllAlpha.stage', 'agent.gate.AllBeta.stage'),
  replaces('--feature-gates', '--config')
    .says('A gate of the flag replaces that of the file.')
    .by('agent.gates.sources'),
  fits('flags marked C or R', '--config')
    .says('A flag that is deprecated for the file has a field there with the same effect.')
    .by('agent.flags.deprecated-for-file'),
  governs('--authorization-mode', authentication('node agent: authorization modes'))
    .says('Webhook sends a review to the API server, and AlwaysAllow sends none.')
    .by('agent.flag.authorization-mode.behaviour'),
  ignoredWithout('--authentication-token-webhook-cache-ttl', '--authentication-token-webhook')
    .says('A review of a token is kept this long.')
    .by('agent.callers.token-ttl'),
  ignoredWithout(
    ['--authorization-webhook-cache-authorized-ttl', '--authorization-webhook-cache-unauthorized-ttl'],
    '--authorization-mode',
  )
    .says('A decision is kept this long.')
    .by('agent.callers.allow-ttl', 'agent.callers.deny-ttl'),
  ignoredWithout('--contention-profiling', endpoints('node agent port --port (default 10250)'))
    .says('Block profiling needs profiling.')
    .unjudged('Not judged: no flag of the agent switches its profiling; the value is read back.'),
  defaultsTo(['--event-qps', '--event-burst'], events('node agent: event rate'))
    .says('A rate of 0 is 5, and a burst of 0 is 10.')
    .by('agent.events.rate-zero'),
  defaultsTo(['--orch-api-qps', '--orch-api-burst'], limits('node agent API rate'))
    .says('A rate of 0 is 50, and a burst of 0 is 100.')
    .by('agent.api.rate-zero', 'agent.api.burst-zero'),
  excludes(['--orch-api-qps', '--orch-api-burst'], ['--event-qps', '--node-status-update-frequency'])
    .says('Events and heartbeats are not part of the rate.')
    .by('agent.api.rate-leaves-out'),
  requires('--exit-on-lock-contention', '--lock-file')
    .says('The flag needs a lock file, and the agent ends if another program wants the lock.')
    .by('agent.process.lock-contention'),
  governs('--lock-file', '--exit-on-lock-contention')
    .says('Without the flag, the agent waits for the lock.')
    .by('agent.process.lock'),
  governs('--fail-swap-on', errors('node agent: swap'))
    .says('The agent starts with swap only if the flag is false.')
    .by('agent.flag.fail-swap-on.behaviour', 'agent.host.swap'),
  governs('--fail-cgroupv1', errors('node agent: cgroup v1'))
    .says('The agent starts on a cgroup v1 host unless the flag is true.')
    .by('agent.flag.fail-cgroupv1.behaviour', 'agent.host.cgroup-v1'),
  ignoredWithout('--healthz-bind-address', '--healthz-port')
    .says('A port of 0 disables the endpoint.')
    .by('agent.health.address', 'agent.health.port'),
  requires(
    ['--log-text-info-buffer-size', '--log-text-split-stream'],
    nodeAgentFeatureGates('LoggingAlphaOptions'),
  )
    .says('The flags need the gate of alpha options.')
    .by('agent.flag.log-text-info-buffer-size.gate', 'agent.flag.log-text-split-stream.gate'),
  governs('--read-only-port', '--anonymous-auth')
    .says('The port has no authentication, even if the main port has.')
    .by('agent.read-only.callers'),
  excludes('--runonce', '--enable-server')
    .says('The two flags are invalid together.')
    .by('agent.flag.runonce.server'),
  governs('--runtime-request-timeout', errors('node agent: runtime request time-out'))
    .says('The time does not apply to pulls, logs, commands and attached streams.')
    .by('agent.runtime.time-out-of-pulls', 'agent.runtime.time-out-of-commands', 'agent.runtime.time-out'),
  atMost('--streaming-connection-idle-timeout', limits('node agent connections'))
    .says('A connection ends after four hours, and an idle time of 0 is none.')
    .by('agent.flag.streaming-connection-idle-timeout.idle', 'agent.limits.connections'),
  requires('--qos-reserved', nodeAgentFeatureGates('QOSReserved'))
    .says('The flag needs its feature gate, and takes memory alone.')
    .by('agent.flag.qos-reserved.values'),
]
