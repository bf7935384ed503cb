import type { CheckEvent, TimelineEntry } from '#harness/events.ts'
import type { CheckEvidence } from '../evidence.ts'
import { sampleStartMs } from './sample-run.ts'

const configuration = `apiVersion: apiserver.config.orch.io/v1
kind: AuthenticationConfiguration
jwt:
  - issuer:
      url: https://127.0.0.1:36211/tenant-a
      audiences: [orch-conformance]
      certificateAuthority: |
        -----BEGIN CERTIFICATE-----
        MIIBWjCCAQGgAwIBAgIBATAKBggqhkjOPQQDAjASMRAwDgYDVQQDEwdjYS50ZXN0
        -----END CERTIFICATE-----
    claimMappings:
      username: { claim: sub, prefix: '' }
`

const output = [
  'I1121 08:00:01.112043 server.go:141] "Starting" version="v1.34.9"',
  'I1121 08:00:01.431772 options.go:238] external host was not specified, using 127.0.0.1',
  '\u001b[33mW1121 08:00:02.902115 oidc.go:356]\u001b[0m authenticator not initialized yet',
  'I1121 08:00:03.010553 controller.go:89] OpenAPI AggregationController: Processing item',
].join('\n')

/** Returns a timeline of a shared server: a start long before, then one request and its effects. */
function sampleTimeline(startedAtMs: number): TimelineEntry[] {
  const bootMs = sampleStartMs + 120
  return [
    { atMs: bootMs - 60, source: 'harness', kind: 'write', what: 'authentication.yaml, 431 bytes' },
    {
      atMs: bootMs,
      untilMs: bootMs + 1840,
      source: 'apiserver',
      kind: 'start',
      what: 'kube-apiserver, ready after 1840 ms',
    },
    { atMs: bootMs + 70, source: 'etcd', kind: 'asked', what: 'Range /registry/health' },
    { atMs: bootMs + 320, source: 'etcd', kind: 'asked', what: 'Txn create /registry/namespaces/default' },
    { atMs: bootMs + 900, source: 'apiserver', kind: 'output', what: 'authenticator not initialized yet' },
    {
      atMs: bootMs + 1210,
      source: 'oidc',
      kind: 'asked',
      what: 'GET /tenant-a/.well-known/openid-configuration',
    },
    {
      atMs: bootMs + 1216,
      source: 'oidc',
      kind: 'asked',
      what: 'GET /tenant-a/keys',
      data: { status: 200, keys: 2 },
    },
    {
      atMs: startedAtMs + 1,
      source: 'harness',
      kind: 'note',
      what: 'minted a token: iss https://127.0.0.1:36211/tenant-a/',
    },
    {
      atMs: startedAtMs + 2,
      untilMs: startedAtMs + 14,
      source: 'harness',
      kind: 'request',
      what: 'POST /apis/authentication.k8s.io/v1/selfsubjectreviews',
      data: {
        status: 201,
        body: { status: { userInfo: { username: 'alice@example.org', groups: ['system:authenticated'] } } },
      },
    },
    {
      atMs: startedAtMs + 9,
      source: 'etcd',
      kind: 'asked',
      what: 'Range /registry/clusterroles/system:basic-user',
    },
    {
      atMs: startedAtMs + 11,
      source: 'apiserver',
      kind: 'output',
      what: '"HTTP" verb="POST" resp=201 latency="8.1ms"',
    },
  ]
}

/** Returns the evidence of each check of the sample. A check that was not applicable has none. */
export function sampleEvidence(check: CheckEvent): CheckEvidence | undefined {
  if (check.verdict === 'not-applicable') return undefined
  const crashEntries: TimelineEntry[] =
    check.verdict === 'crashed'
      ? [
          { atMs: check.startedAtMs + 4, source: 'apiserver', kind: 'start', what: 'kube-apiserver' },
          { atMs: check.startedAtMs + 316, source: 'apiserver', kind: 'exit', what: 'signal SIGSEGV' },
        ]
      : []
  return {
    timeline: crashEntries.length > 0 ? crashEntries : sampleTimeline(check.startedAtMs),
    files: [
      { name: 'authentication.yaml', kind: 'configuration', text: configuration },
      {
        name: 'command.txt',
        kind: 'configuration',
        text: 'kube-apiserver \\\n  --secure-port=36877 \\\n  --authentication-config=authentication.yaml\n',
      },
      { name: 'output.txt', kind: 'output', text: output },
    ],
  }
}
