import { createHash } from 'node:crypto'
import type { CheckEvent, FooterEvent, RunEvent, TimelineEntry } from '#harness/events.ts'
import type { ReadEvidence } from '../evidence.ts'
import { headerOf } from '../result.ts'
import { isRed } from '../certificate/build-manifest.ts'
import { caseAttributes, suiteAttributes } from './conventions.ts'
import type { TraceParent } from './trace-parent.ts'

/** Span of a run, with Unix times in milliseconds. */
export interface RunSpan {
  readonly id: string
  /** Omitted for the run itself, unless a pipeline started the trace. */
  readonly parent?: string
  readonly name: string
  readonly kind: 'internal' | 'client' | 'server'
  readonly startMs: number
  readonly endMs: number
  readonly isError: boolean
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly events: readonly { readonly name: string; readonly atMs: number }[]
}

/** Trace of a run. */
export interface RunTrace {
  readonly traceId: string
  readonly target: string
  readonly spans: readonly RunSpan[]
}

// Maximum number of spans of a check, for trace viewers. The evidence contains all entries.
const maxOfCheck = 1_000

/**
 * Creates a run's trace from its events and evidence: the run contains its checks, and each check contains its events.
 * @param parentSpan parent span of a pipeline, if any
 */
export function traceOf(
  events: readonly RunEvent[],
  readEvidence: ReadEvidence,
  parentSpan?: TraceParent,
): RunTrace {
  const header = headerOf(events)
  const { tool, target, startedAt, suiteDigest, plan } = header
  const key = `${startedAt} ${suiteDigest} ${target.name}`
  const footer = events.find((event): event is FooterEvent => event.type === 'footer')
  const checks = events.filter((event): event is CheckEvent => event.type === 'check')
  const startMs = Math.min(Date.parse(startedAt), ...checks.map((check) => check.startedAtMs))
  const endTimesMs = checks.map((check) => check.startedAtMs + check.durationMs)
  const runSpan: RunSpan = {
    id: idOf(key),
    ...(parentSpan && { parent: parentSpan.spanId }),
    name: `run ${target.name}`,
    kind: 'internal',
    startMs,
    endMs: Math.max(startMs, ...endTimesMs, footer === undefined ? 0 : Date.parse(footer.finishedAt)),
    isError: checks.some(({ verdict }) => isRed(verdict)),
    attributes: {
      'conformance.target': target.name,
      'conformance.dialect': target.dialect,
      'conformance.tool': `${tool.name} ${tool.version}`,
      'conformance.suite': suiteDigest,
      ...suiteAttributes(header, events),
    },
    events: [],
  }
  const rules = new Map(plan.rules.map((rule) => [rule.id, rule]))
  const spans = checks.flatMap((check) => {
    const rule = rules.get(check.rule)
    const checkSpan: RunSpan = {
      id: idOf(`${key} ${check.id}`),
      parent: runSpan.id,
      name: check.id,
      kind: 'internal',
      startMs: check.startedAtMs,
      endMs: check.startedAtMs + check.durationMs,
      isError: isRed(check.verdict),
      attributes: {
        'conformance.verdict': check.verdict,
        ...caseAttributes(check),
        'conformance.rule': check.rule,
        ...(rule && { 'conformance.level': rule.level, 'conformance.says': rule.says }),
        ...(check.reason !== undefined && { 'conformance.reason': check.reason }),
      },
      events: [],
    }
    return spansWithinCheck(checkSpan, readEvidence(check)?.timeline ?? [])
  })
  return { traceId: parentSpan?.traceId ?? hash(key, 32), target: target.name, spans: [runSpan, ...spans] }
}

/** Returns the span of a check, and the spans of its events. */
function spansWithinCheck(check: RunSpan, timeline: readonly TimelineEntry[]): RunSpan[] {
  const childSpans = timeline
    .flatMap((entry, index) => spansOf(entry, `${check.id} ${index}`, check, timeline))
    .slice(0, maxOfCheck)
  const events = timeline.flatMap(({ kind, source, what, atMs }) =>
    kind === 'signal' || kind === 'exit' || kind === 'note' ? [{ name: `${source} ${what}`, atMs }] : [],
  )
  return [{ ...check, events }, ...childSpans]
}

function spansOf(
  entry: TimelineEntry,
  key: string,
  check: RunSpan,
  timeline: readonly TimelineEntry[],
): RunSpan[] {
  const { atMs, source, kind, what, untilMs, data } = entry
  const createSpan = (
    spanKind: 'client' | 'server' | 'internal',
    endMs: number,
    answer?: unknown,
  ): RunSpan => ({
    id: idOf(key),
    parent: check.id,
    name: kind === 'start' ? `${source} runs` : `${source}: ${what}`,
    kind: spanKind,
    startMs: atMs,
    endMs,
    isError: false,
    attributes: {
      'conformance.source': source,
      ...(kind === 'start' && { 'process.command_line': what }),
      ...(typeof answer === 'string' && { 'conformance.answer': answer }),
    },
    events: [],
  })
  if (kind === 'request') return [createSpan('client', untilMs ?? atMs)]
  if (kind === 'start') {
    const exit = timeline.find((one) => one.kind === 'exit' && one.source === source && one.atMs >= atMs)
    return [createSpan('internal', exit?.atMs ?? Math.max(check.endMs, atMs))]
  }
  if (kind !== 'asked') return []
  const { answer, spans } = (data ?? {}) as { readonly answer?: unknown; readonly spans?: unknown }
  return [
    createSpan('server', untilMs ?? atMs, answer),
    ...(Array.isArray(spans) ? exportedSpans(spans, check) : []),
  ]
}

/** Returns the spans that the implementation exported, below the check. Their nesting is kept. */
function exportedSpans(spans: readonly unknown[], check: RunSpan): RunSpan[] {
  const programSpans = spans.filter(isSpan)
  const spanIds = new Set(programSpans.map(({ spanId }) => spanId))
  return programSpans.map(
    ({ spanId, parentSpanId, name, startMs, endMs, attributes = {}, status, scope = '' }) => ({
      id: idOf(`${check.id} ${spanId}`),
      parent:
        parentSpanId !== undefined && spanIds.has(parentSpanId)
          ? idOf(`${check.id} ${parentSpanId}`)
          : check.id,
      name,
      kind: 'server' as const,
      startMs,
      endMs,
      isError: status === 'error',
      attributes: {
        ...plainOf(attributes),
        'conformance.source': 'implementation',
        'otel.scope.name': scope,
      },
      events: [],
    }),
  )
}

interface ExportedSpan {
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly startMs: number
  readonly endMs: number
  readonly attributes?: Readonly<Record<string, unknown>>
  readonly status?: string
  readonly scope?: string
}

function isSpan(value: unknown): value is ExportedSpan {
  const { spanId, name, startMs, endMs } = (value ?? {}) as Partial<Record<keyof ExportedSpan, unknown>>
  return typeof spanId === 'string' && typeof name === 'string' && [startMs, endMs].every(Number.isFinite)
}

function plainOf(attributes: Readonly<Record<string, unknown>>): RunSpan['attributes'] {
  const plainAttributes = Object.entries(attributes).map(([name, value]) => [
    name,
    ['string', 'number', 'boolean'].includes(typeof value) ? value : JSON.stringify(value),
  ])
  return Object.fromEntries(plainAttributes) as RunSpan['attributes']
}

function idOf(key: string): string {
  return hash(key, 16)
}

function hash(key: string, digits: number): string {
  return createHash('sha256').update(key).digest('hex').slice(0, digits)
}
