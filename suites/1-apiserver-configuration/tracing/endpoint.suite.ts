import { excluded, expect, rulesOf, says, test, until } from '#kit'
import { sharedServer, startOutcome } from '../../shared/api-server.ts'
import { sharedPeer } from '../../shared/peers.ts'
import { arrivesWithinMs, tracedServer, tracingFlag } from '../../shared/tracing/server.ts'

const { must } = rulesOf({ document: 1, section: 'TracingConfiguration members' })

const source = { document: 1, section: 'TracingConfiguration members' } as const
const documentedPort = 4317
const serverAtDefaultPort = tracedServer({}, { port: documentedPort })
const sampledParent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
// First byte of the first record of every TLS connection.
const tlsHandshake = 22
const http2Preface = 'PRI * HTTP/2.0\r\n'

const wireTap = sharedPeer(async () => (await import('#mocks/otlp-collector/index.ts')).startWireTap())

const tracedToWireTap = sharedServer(async () => {
  const { endpoint } = await wireTap()
  return { peers: [await wireTap()], flags: tracingFlag({ endpoint }) }
})

must('tracing.endpoint.default', { row: 'endpoint', aspect: 'unset' }, () => {
  says('Without endpoint the collector is at localhost:4317.')
  test('exports to port 4317 without an endpoint', async () => {
    const { traceId } = await serverAtDefaultPort.requestWithParent('sampled')

    expect((await serverAtDefaultPort.trace(traceId)).length, 'spans of the trace').toBeGreaterThan(0)
  }).sees('tracing-default-endpoint-differs')
})

must('tracing.endpoint.insecure', 'endpoint', () => {
  says('The connection with the collector is insecure: HTTP/2 begins without a TLS handshake.')
  test('begins HTTP/2 without TLS', async () => {
    const [tap, server] = [await wireTap(), await tracedToWireTap()]
    await server.request({ path: '/readyz', headers: { traceparent: sampledParent } })
    await until(() => tap.journal.length > 0, {
      withinMs: arrivesWithinMs,
      what: 'the server spoke to the collector',
    }).catch(() => {})

    const openings = tap.journal.map(({ opening }) =>
      opening.toString('latin1').slice(0, http2Preface.length),
    )
    expect(new Set(openings)).toEqual(new Set([http2Preface]))
  }).sees('tracing-sampled-parent-not-followed')

  test(
    {
      title: 'starts no TLS handshake if the endpoint is an https URL and is accepted',
      id: 'begins no TLS with an endpoint that is written as an https URL, if it takes one',
    },
    async (check) => {
      const tap = await (await import('#mocks/otlp-collector/index.ts')).startWireTap()
      check.defer(() => tap.stop())
      const flags = tracingFlag({ endpoint: `https://${tap.endpoint}` })
      const { outcome } = await startOutcome({ peers: [tap], flags }, async (server) => {
        await server.request({ path: '/readyz', headers: { traceparent: sampledParent } })
        await until(() => tap.journal.length > 0, {
          withinMs: arrivesWithinMs,
          what: 'the server spoke to the collector',
        }).catch(() => {})
      })
      check.observe('a file with such an endpoint', outcome)

      const openings = tap.journal.map(({ opening }) => opening[0])
      expect(openings, 'the first bytes on the connections').not.toContain(tlsHandshake)
    },
  ).sees('tracing-https-endpoint-speaks-tls')
})

excluded({
  id: 'tracing.leave-unset',
  level: 'SHOULD',
  says: 'Leaving endpoint and samplingRatePerMillion unset is recommended.',
  source: { ...source, rows: ['endpoint', 'samplingRatePerMillion'], aspect: 'recommended' },
  excluded: { reason: 'Advice for authors of the file; an implementation cannot follow or break it.' },
})
