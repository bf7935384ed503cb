import { messageOf } from '#harness/errors.ts'
import type { RunEvent } from '#harness/events.ts'
import { evidenceIn } from '../evidence.ts'
import { type RunSpan, type RunTrace, traceOf } from './spans.ts'
import { traceParentOf } from './trace-parent.ts'

// Maximum number of spans of one export. gRPC servers with default settings reject exports larger than 4 MiB.
const maxSpansPerExport = 400
// Time limit of an export, including the retries of the exporter.
const exportLimitMs = 5_000

/**
 * Sends a finished run to a collector, below the span that `TRACEPARENT` names.
 * @returns a readable error, or `undefined` if all spans arrived
 */
export async function exportRun(
  outDir: string,
  events: readonly RunEvent[],
  url: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<string | undefined> {
  const trace = traceOf(events, evidenceIn(outDir), traceParentOf(environment['TRACEPARENT']))
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-grpc')
  type Exporter = InstanceType<typeof OTLPTraceExporter>
  let exporter: Exporter | undefined
  try {
    exporter = new OTLPTraceExporter({ url: new URL(url).href, timeoutMillis: exportLimitMs })
    const spans = readableSpans(trace) as Parameters<Exporter['export']>[0]
    for (let offset = 0; offset < spans.length; offset += maxSpansPerExport)
      await exportSpans(exporter, spans.slice(offset, offset + maxSpansPerExport))
    return undefined
  } catch (thrown) {
    return `The run could not be sent to the collector ${url} (${messageOf(thrown)}); nothing else of it changes. Is one listening there for OTLP over gRPC?`
  } finally {
    await exporter?.shutdown().catch(() => {})
  }
}

interface SpanExport<Span> {
  export(spans: Span[], done: (result: { readonly code: number; readonly error?: Error }) => void): void
}

function exportSpans<Span>(exporter: SpanExport<Span>, spans: Span[]): Promise<void> {
  return new Promise((resolve, reject) => {
    exporter.export(spans, ({ code, error }) => {
      if (code === 0) resolve()
      else reject(error ?? new Error('the collector did not take it'))
    })
  })
}

const kindNumbers = { internal: 0, server: 1, client: 2 } as const
const statuses = { ok: 1, error: 2 } as const

/** Returns the spans in the format of the exporter. */
function readableSpans({ traceId, target, spans }: RunTrace): unknown[] {
  const resource = {
    attributes: { 'service.name': 'orch-conformance', 'service.instance.id': target },
    asyncAttributesPending: false,
    merge: () => resource,
    getRawAttributes: () => Object.entries(resource.attributes),
  }
  const instrumentationScope = { name: 'orch-conformance' }
  return spans.map((span) => ({
    name: span.name,
    kind: kindNumbers[span.kind],
    spanContext: () => contextOf(traceId, span.id),
    ...(span.parent !== undefined && { parentSpanContext: contextOf(traceId, span.parent) }),
    startTime: timeOf(span.startMs),
    endTime: timeOf(span.endMs),
    duration: timeOf(Math.max(0, span.endMs - span.startMs)),
    status: { code: span.isError ? statuses.error : statuses.ok },
    attributes: { ...span.attributes },
    events: span.events.map(eventOf),
    links: [],
    ended: true,
    resource,
    instrumentationScope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }))
}

function contextOf(traceId: string, spanId: string) {
  return { traceId, spanId, traceFlags: 1 }
}

function eventOf({ name, atMs }: RunSpan['events'][number]) {
  return { name, time: timeOf(atMs), attributes: {} }
}

/** Returns seconds and nanoseconds, as the exporter requires. */
function timeOf(ms: number): [number, number] {
  const seconds = Math.floor(ms / 1_000)
  return [seconds, Math.round((ms - seconds * 1_000) * 1_000_000)]
}
