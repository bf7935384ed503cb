import { nowMs } from '#harness/time.ts'
import type { JournalEntry } from '#harness/peer.ts'
import { handleCall } from '../grpc/peer.ts'
import { type Fields, type ServedService, serve } from '../grpc/service.ts'
import type { Answer, Answers, Journal } from '../peer/index.ts'
import { type ExportTraceServiceResponseSchema, TraceService } from '#protos/otlp_pb.ts'
import { type CollectedSpan, spansOf } from './spans.ts'

/** Export request that the collector received. */
export interface OtlpRequest extends JournalEntry {
  readonly spans: readonly CollectedSpan[]
  /** Address of the exporter's connection. */
  readonly from: string
  /** User agent of the exporter. */
  readonly userAgent: string
}

/** Responses of the collector that can be scripted. */
export interface OtlpAnswers {
  readonly export: Answer<Fields<typeof ExportTraceServiceResponseSchema>, OtlpRequest>
}

/** Responses that a script may set. */
export const answerNames = ['export'] as const

/** Returns the trace service. Every span is collected, even if a fault rejects its export. */
export function otlpServices(journal: Journal<OtlpRequest>, answers: Answers<OtlpAnswers>): ServedService[] {
  return [
    serve(TraceService, {
      export: ({ resourceSpans }, call) => {
        const spans = spansOf(resourceSpans)
        const request = {
          atMs: nowMs(),
          what: `Export ${spans.length} spans: ${namesOf(spans)}`,
          spans,
          from: call.from,
          userAgent: String(call.metadata.get('user-agent')[0] ?? ''),
        }
        return handleCall(journal, request, () => ({}), answers.overrides.export)
      },
    }),
  ]
}

// Maximum number of span names in a line of the journal. An export may contain hundreds of spans.
const maxNames = 4

function namesOf(spans: readonly CollectedSpan[]): string {
  const names = [...new Set(spans.map(({ name }) => name))]
  return names.length > maxNames ? `${names.slice(0, maxNames).join(', ')}, …` : names.join(', ')
}
