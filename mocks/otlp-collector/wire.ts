import { nowMs } from '#harness/time.ts'
import type { Seen } from '#harness/peer.ts'
import { answered } from '../grpc/peer.ts'
import { type Fields, type ServedService, serve } from '../grpc/service.ts'
import type { Answer, Answers, Journal } from '../peer/index.ts'
import { type ExportTraceServiceResponseSchema, TraceService } from '#protos/otlp_pb.ts'
import { type CollectedSpan, spansOf } from './spans.ts'

/** One export that arrived. */
export interface OtlpAsked extends Seen {
  readonly spans: readonly CollectedSpan[]
  /** Address of the exporter's connection. */
  readonly from: string
  /** What the exporter calls itself. */
  readonly userAgent: string
}

/** What the collector can be told to answer otherwise. */
export interface OtlpAnswers {
  readonly export: Answer<Fields<typeof ExportTraceServiceResponseSchema>, OtlpAsked>
}

/** The answers that a script may give. */
export const answerNames = ['export'] as const

/** The trace service; every span counts as collected, also when a lie refuses its export. */
export function otlpServices(journal: Journal<OtlpAsked>, answers: Answers<OtlpAnswers>): ServedService[] {
  return [
    serve(TraceService, {
      export: ({ resourceSpans }, call) => {
        const spans = spansOf(resourceSpans)
        const asked = {
          atMs: nowMs(),
          what: `Export ${spans.length} spans: ${namesOf(spans)}`,
          spans,
          from: call.from,
          userAgent: String(call.metadata.get('user-agent')[0] ?? ''),
        }
        return answered(journal, asked, () => ({}), answers.overrides.export)
      },
    }),
  ]
}

// An export may carry hundreds of spans; a line is for a glance.
const mostNames = 4

function namesOf(spans: readonly CollectedSpan[]): string {
  const names = [...new Set(spans.map(({ name }) => name))]
  return names.length > mostNames ? `${names.slice(0, mostNames).join(', ')}, …` : names.join(', ')
}
