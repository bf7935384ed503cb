import { rowsWith, keys, openRow, sectionsOf, sentence, sentences } from '../rows.ts'

const agentFields = { program: 'node-agent' } as const
const stateFields = { profile: 'apiserver-states' } as const

/** Sections that close the document. */
export const commonSections = sectionsOf(3, {
  'States and transitions': [
    ...keys(
      'starting: time passes',
      'starting: storage initialized',
      'serving: termination requested',
      'delaying: delay elapsed',
      'draining: requests in flight',
      'draining: active watches',
    ),
    ...sentences('The only sequence'),
    openRow('Other transitions'),
    sentence('node agent: eviction pressure', agentFields),
  ],
  Endpoints: {
    page: { address: 'reference/using-api/health-checks/' },
    rows: [
      ...keys(
        'API server {base_url} on --bind-address:--secure-port (default port 6443)',
        'API server /livez, /healthz, /readyz',
        'API server {service-account-issuer}/.well-known/openid-configuration',
        'API server host:port/debug/pprof/',
      ),
      { key: 'node agent port --port (default 10250)', ...agentFields },
      { key: 'node agent --healthz-bind-address:--healthz-port (default 127.0.0.1:10248)', ...agentFields },
      { key: 'node agent --read-only-port (default 10255)', ...agentFields },
      openRow('Request and response payloads'),
    ],
  },
  Authentication: {
    page: { address: 'reference/access-authn-authz/authentication/' },
    rows: [
      ...sentences('API server authenticators'),
      openRow('static token file'),
      ...sentences(
        'API server authorization modes',
        'API server to nodes',
        'API server to webhooks and user API servers',
      ),
      ...rowsWith(
        agentFields,
        sentences(
          'node agent: authenticators',
          'node agent: authorization modes',
          'node agent: read-only port',
        ),
      ),
    ],
  },
  Events: {
    page: { address: 'reference/config-api/apiserver-audit.v1/' },
    rows: [
      ...sentences(
        'audit backends and modes',
        'audit serialization',
        'audit log format',
        'cluster event objects',
      ),
      sentence('node agent: event rate', agentFields),
      openRow('fields of audit and event records'),
    ],
  },
  Errors: [
    sentence('During draining', stateFields),
    sentence('/readyz fails immediately', stateFields),
    sentence('node agent: swap', agentFields),
    sentence('node agent: cgroup v1', agentFields),
    ...sentences(
      '--runtime-config above the emulation version',
      'Mutually exclusive flag sets',
      '--tls-private-key-file and --tls-cert-file',
    ),
    sentence('node agent: runtime request time-out', agentFields),
    openRow('Other status codes and error bodies', stateFields),
  ],
  Limits: [
    ...keys(
      'API server total concurrency',
      'request time-out',
      '--goaway-chance',
      '--max-connection-bytes-per-sec',
      'audit truncation',
      'audit webhook batch',
    ),
    ...rowsWith(
      agentFields,
      keys('node agent connections', 'node agent pods', 'node agent API rate', 'container logs'),
    ),
    ...rowsWith(agentFields, keys('image GC thresholds', 'oom-score-adj', 'node status images')),
    ...keys('node port range for services'),
  ],
  Versioning: [
    ...sentences(
      '--version',
      '--emulated-version',
      'feature gate stages',
      'Webhook object versions',
      'audit serialization default',
    ),
    sentence('node agent: deprecated flags', agentFields),
  ],
})
