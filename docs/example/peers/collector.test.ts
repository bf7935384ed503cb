// A program that exports its traces: npm install --save-dev vitest ./orch-conformance-peers-0.1.0.tgz
//   @opentelemetry/sdk-trace-node@2.12.0 @opentelemetry/exporter-trace-otlp-grpc@0.223.1
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-grpc'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import { untilAsked } from 'orch-conformance-peers'
import { type CollectedSpan, fail, startOtlpCollector, times } from 'orch-conformance-peers/otlp-collector'
import { expect, test } from 'vitest'

/** Code under test: serves an order, and exports a span of it. */
function shop(collector: string) {
  const exporter = new OTLPTraceExporter({ url: collector })
  const provider = new NodeTracerProvider({
    spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: 10 })],
  })
  const tracer = provider.getTracer('shop')
  return {
    order: (item: string) => tracer.startActiveSpan('order', (span) => span.setAttribute('item', item).end()),
    close: () => provider.shutdown(),
  }
}

test('each order is exported as a span, even after a rejected export', async () => {
  await using collector = await startOtlpCollector()
  collector.answer({ export: times(1, fail('UNAVAILABLE')) })
  const { order, close } = shop(collector.url)

  order('tea')
  await untilAsked(collector, ({ spans }) => spans.some(hasOrder('tea')), { withinMs: 5_000 })
  order('cake')
  await untilAsked(collector, ({ spans }) => spans.some(hasOrder('cake')), { withinMs: 5_000 })
  await close()
  expect(collector.journal.map(({ answer }) => answer)).toEqual(['UNAVAILABLE', 'OK'])
})

const hasOrder = (item: string) => (span: CollectedSpan) =>
  span.name === 'order' && span.attributes.item === item
