import { afterAll } from 'vitest'
import { expect } from '#harness/check/expect.ts'
import { excluded, rule, test } from '#harness/check/rule.ts'
import { until } from '#harness/until.ts'
import type { WireTap } from '#mocks/otlp-collector/index.ts'
import { sharedServer } from '../../fixtures/api-server.ts'
import { arrivesWithinMs, tracedServer, tracingFlag } from '../../fixtures/traced-server.ts'

const source = { document: 1, section: 'TracingConfiguration members' } as const
const documentedPort = 4317
const atDefault = tracedServer({}, { port: documentedPort })
const sampledParent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
const http2Preface = 'PRI * HTTP/2.0\r\n'

let started: Promise<WireTap> | undefined
function wireTap(): Promise<WireTap> {
  started ??= import('#mocks/otlp-collector/index.ts').then(({ startWireTap }) => startWireTap())
  return started
}
afterAll(async () => {
  await started?.then((tap) => tap.stop())
  started = undefined
})

const tapped = sharedServer(async () => {
  const { endpoint } = await wireTap()
  return { peers: [await wireTap()], flags: tracingFlag({ endpoint }) }
})

rule(
  {
    id: 'tracing.endpoint.default',
    level: 'MUST',
    says: 'Without endpoint the collector is at localhost:4317.',
    source: { ...source, row: 'endpoint: unset' },
    faults: {
      'tracing-endpoint-required': ['exports to port 4317 without an endpoint'],
      'tracing-default-endpoint-differs': ['exports to port 4317 without an endpoint'],
      'tracing-speaks-tls': ['exports to port 4317 without an endpoint'],
      'tracing-sampled-parent-not-followed': ['exports to port 4317 without an endpoint'],
      'tracing-parent-trace-not-continued': ['exports to port 4317 without an endpoint'],
    },
  },
  () => {
    test('exports to port 4317 without an endpoint', async () => {
      const { traceId } = await atDefault.asksBelow('sampled')

      expect((await atDefault.trace(traceId)).length, 'spans of the trace').toBeGreaterThan(0)
    })
  },
)

rule(
  {
    id: 'tracing.endpoint.insecure',
    level: 'MUST',
    says: 'The connection with the collector is insecure: HTTP/2 begins without a TLS handshake.',
    source: { ...source, row: 'endpoint' },
    faults: {
      'tracing-endpoint-ignored': ['begins HTTP/2 without TLS'],
      'tracing-speaks-tls': ['begins HTTP/2 without TLS'],
      'tracing-sampled-parent-not-followed': ['begins HTTP/2 without TLS'],
    },
  },
  () => {
    test('begins HTTP/2 without TLS', async () => {
      const [tap, server] = [await wireTap(), await tapped()]
      await server.request({ path: '/readyz', headers: { traceparent: sampledParent } })
      await until(() => tap.journal.length > 0, {
        withinMs: arrivesWithinMs,
        what: 'the server spoke to the collector',
      }).catch(() => {})

      const openings = tap.journal.map(({ opening }) =>
        opening.toString('latin1').slice(0, http2Preface.length),
      )
      expect(new Set(openings)).toEqual(new Set([http2Preface]))
    })
  },
)

excluded({
  id: 'tracing.leave-unset',
  level: 'SHOULD',
  says: 'Leaving endpoint and samplingRatePerMillion unset is recommended.',
  source: { ...source, row: 'endpoint: recommended' },
  excluded: { reason: 'Advice for whoever writes the file; an implementation cannot follow or break it.' },
})
