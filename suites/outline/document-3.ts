import type { Outline } from './outline.ts'

const open = { isOpen: true } as const
const agent = { program: 'node-agent' } as const
const states = { profile: 'apiserver-states' } as const
const families = ['--audit-log', '--audit-webhook']

// The tables of the node agent, and its rows in tables of both programs.
const agentSections = /^Node (agent|labels)/
const agentRows = /^(node agent|container logs|image GC|oom-score-adj|node status)/

/** Content of document 3 other than its table rows. */
export const document3: Outline = {
  document: 3,
  program: (section, row) =>
    agentSections.test(section) || agentRows.test(row) ? 'node-agent' : 'apiserver',
  texts: ['-h, --help'],
  sameKey: {
    'Audit flags of the API server': Object.fromEntries(
      [
        'batch-buffer-size',
        'batch-max-size',
        'batch-max-wait',
        'batch-throttle-burst',
        'batch-throttle-enable',
        'batch-throttle-qps',
        'mode',
        'truncate-enabled',
        'truncate-max-batch-size',
        'truncate-max-event-size',
        'version',
      ].map((suffix) => [suffix, families]),
    ),
  },
  sentences: {
    'What the service does': {
      'API server': {},
      'node agent: registration': agent,
      'node agent: pods': agent,
      'node agent: sources of pod specifications': agent,
      'node agent: containers of others': agent,
      'node agent: --orchconfig': agent,
    },
    'Audit flags of the API server': {
      '--audit-policy-file': {},
      'batch options': {},
      modes: {},
      truncation: {},
      '--audit-log-path': {},
      '--audit-log-format': {},
      '--audit-log-compress': {},
      '--audit-log-maxage': {},
      '--audit-log-maxbackup': {},
      '--audit-log-maxsize': {},
      '--audit-webhook-config-file': {},
      '--audit-webhook-initial-backoff': {},
    },
    'Node agent flags': { 'flags marked C or R': agent },
    'Node agent feature gates (`--feature-gates`)': { 'form of a gate': agent, 'stages and defaults': agent },
    'States and transitions': {
      'The only sequence': {},
      'Other transitions': open,
      'node agent: eviction pressure': agent,
    },
    Endpoints: { 'Request and response payloads': open },
    Authentication: {
      'API server authenticators': {},
      'static token file': open,
      'API server authorization modes': {},
      'API server to nodes': {},
      'API server to webhooks and user API servers': {},
      'node agent: authenticators': agent,
      'node agent: authorization modes': agent,
      'node agent: read-only port': agent,
    },
    Events: {
      'audit backends and modes': {},
      'audit serialization': {},
      'audit log format': {},
      'cluster event objects': {},
      'node agent: event rate': agent,
      'fields of audit and event records': open,
    },
    Errors: {
      'During draining': states,
      '/readyz fails immediately': states,
      'node agent: swap': agent,
      'node agent: cgroup v1': agent,
      '--runtime-config above the emulation version': {},
      'Mutually exclusive flag sets': {},
      '--tls-private-key-file and --tls-cert-file': {},
      'node agent: runtime request time-out': agent,
      'Other status codes and error bodies': { ...states, ...open },
    },
    Versioning: {
      '--version': {},
      '--emulated-version': {},
      'feature gate stages': {},
      'Webhook object versions': {},
      'audit serialization default': {},
      'node agent: deprecated flags': agent,
    },
  },
}
