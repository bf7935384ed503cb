import { connect } from 'node:net'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-grpc'
import { NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createAuthority } from '#harness/certificates/authority.ts'
import { untilAsked } from '../peer/index.ts'
import { fail, type OtlpCollector, startOtlpCollector, startWireTap } from './index.ts'

const timeoutMs = 10_000
// Constants of the OpenTelemetry API, which is not a dependency.
const serverSpanKind = 1
const errorStatus = 2

let collector: OtlpCollector
const providers: NodeTracerProvider[] = []

beforeEach(async () => {
  collector = await startOtlpCollector()
})
afterEach(async () => {
  await Promise.all(providers.splice(0).map((provider) => provider.shutdown().catch(() => undefined)))
  await collector.stop()
})

/** Returns a tracer with the real exporter, which sends each span as it ends. */
function tracerTo(to: OtlpCollector, timeoutMillis = timeoutMs) {
  const exporter = new OTLPTraceExporter({ url: `http://${to.endpoint}`, timeoutMillis })
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  providers.push(provider)
  return { tracer: provider.getTracer('a library', '1.0'), flush: () => provider.forceFlush() }
}

describe('exports of the real exporter', () => {
  test('the spans of an export are collected completely', async () => {
    const { tracer, flush } = tracerTo(collector)
    const span = tracer.startSpan('GET /api', {
      kind: serverSpanKind,
      attributes: { 'http.method': 'GET', status: 200, ratio: 0.5, cached: false, parts: ['a', 'b'] },
    })
    span.addEvent('authenticated', { user: 'alice' })
    span.setStatus({ code: errorStatus, message: 'no' })
    span.end()
    await flush()

    expect(collector.spans).toMatchObject([
      {
        traceId: span.spanContext().traceId,
        spanId: span.spanContext().spanId,
        name: 'GET /api',
        kind: 'server',
        attributes: { 'http.method': 'GET', status: 200, ratio: 0.5, cached: false, parts: ['a', 'b'] },
        events: [{ name: 'authenticated', attributes: { user: 'alice' } }],
        status: 'error',
        scope: 'a library',
        resource: { 'telemetry.sdk.language': 'nodejs' },
      },
    ])
    expect(collector.spans[0]?.parentSpanId).toBeUndefined()
    expect(Math.abs((collector.spans[0]?.startMs ?? 0) - Date.now())).toBeLessThan(60_000)
  })

  test('spans are grouped by trace, and keep their links', async () => {
    const { tracer, flush } = tracerTo(collector)
    await tracer.startActiveSpan('outer', async (outer) => {
      tracer.startSpan('apart', { root: true, links: [{ context: outer.spanContext() }] }).end()
      outer.end()
    })
    await flush()
    const { traceId, spanId } = collector.spans.find(({ name }) => name === 'outer') ?? {}

    expect(collector.trace(traceId ?? '').map(({ name }) => name)).toEqual(['outer'])
    expect(collector.spans.find(({ name }) => name === 'apart')?.links).toEqual([{ traceId, spanId }])
    expect(collector.journal.at(0)?.userAgent).toContain('OTel-OTLP-Exporter-JavaScript')
  })
})

test('a rejected export is recorded until reset', async () => {
  const { tracer } = tracerTo(collector)
  collector.answer({ export: fail('INVALID_ARGUMENT') })
  tracer.startSpan('refused').end()
  const [request] = await untilAsked(collector, () => true, { withinMs: timeoutMs })

  expect(request?.what).toBe('Export 1 spans: refused')
  collector.reset()
  expect(collector.spans).toEqual([])
})

test('a collector with TLS receives nothing from an exporter without TLS', async () => {
  const tls = (await createAuthority()).issue({ commonName: 'collector' })
  const tlsCollector = await startOtlpCollector({ tls })
  const { tracer, flush } = tracerTo(tlsCollector, 500)
  tracer.startSpan('unheard').end()
  await flush().catch(() => undefined)

  expect(tlsCollector.url).toMatch(/^https:/)
  expect(tlsCollector.journal).toEqual([])
  await tlsCollector.stop()
})

test('a wire tap records the first bytes of an exporter', async () => {
  await using tap = await startWireTap()
  const socket = connect({ port: Number(tap.endpoint.split(':')[1]) })
  socket.write('PRI * HTTP/2.0')

  await expect.poll(() => tap.journal.map(({ opening }) => opening.toString())).toEqual(['PRI * HTTP/2.0'])
  socket.destroy()
})
