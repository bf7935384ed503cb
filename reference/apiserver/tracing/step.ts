import { randomBytes } from 'node:crypto'
import type { TracingConfig } from '../config/tracing.ts'
import { fault } from '../../quirks/quirks.ts'
import type { Step } from '../../serving/request.ts'
import type { FinishedSpan } from './exporter.ts'
import { isSampled } from './sampler.ts'
import { traceParent } from './trace-parent.ts'

/** Number of the span kind in the protocol. */
const serverKind = 2

/** Creates a span for each request that is sampled. */
export function traceStep(
  { samplingRatePerMillion: rate }: TracingConfig,
  exportSpan: (span: FinishedSpan) => void,
): Step {
  return async (request, next) => {
    const parent = traceParent(request.headers['traceparent'])
    const hasParent = parent !== undefined && !fault('tracing-parent-trace-not-continued')
    const traceId = hasParent ? parent.traceId : randomBytes(16).toString('hex')
    const isAdministrator = request.certificate?.organizations.includes('system:masters') ?? false
    if (!isSampled(rate, parent, { traceId, isAdministrator })) return next(request)
    if (request.method !== 'GET' && fault('tracing-of-reads-only')) return next(request)
    const start = nowNs()
    let status = 500
    try {
      const answer = await next(request)
      status = answer.status
      return answer
    } finally {
      exportSpan({
        traceId: Buffer.from(traceId, 'hex'),
        spanId: randomBytes(8),
        parentSpanId: hasParent ? Buffer.from(parent.spanId, 'hex') : Buffer.alloc(0),
        name: `${request.method} ${request.path}`,
        kind: serverKind,
        startTimeUnixNano: start,
        endTimeUnixNano: nowNs(),
        attributes: [
          textAttribute('http.method', request.method),
          textAttribute('http.target', request.target),
          { key: 'http.status_code', value: { value: { case: 'intValue', value: BigInt(status) } } },
        ],
      })
    }
  }
}

const textAttribute = (key: string, value: string) =>
  ({ key, value: { value: { case: 'stringValue', value } } }) as const

const nowNs = () => BigInt(Date.now()) * 1_000_000n
