import type { Dialer } from '../../client-config/dialer.ts'
import type { FlagValues } from '../../flags/flag-values.ts'
import { ApiError, failure } from '../../serving/api-error.ts'
import type { Answer, ServerRequest, Step } from '../../serving/request.ts'
import { fault } from '../../quirks/quirks.ts'
import { attributesOf } from '../api/attributes.ts'
import { createBackend } from './audit-mode.ts'
import { type AuditEvent, auditEvent, objectsOf, type ReceivedRequest, receivedRequest } from './event.ts'
import { auditLog } from './log-file.ts'
import { auditPolicy, type Stage } from './policy.ts'
import type { Backend, Family, Sink } from './sink.ts'
import { withTruncation } from './truncate.ts'
import { auditWebhook } from './webhook.ts'

/** Steps that record requests: one around all other steps, and one after authentication. */
export interface Audit {
  readonly around: Step
  readonly known: Step
  /** Writes the buffered events. */
  readonly end: () => Promise<void>
}

/** Services for audit in addition to flags. */
export interface AuditServices {
  readonly dial: Dialer
  readonly say: (line: string) => void
  readonly isDraining: () => boolean
}

const withoutAudit: Step = (request, next) => next(request)

/** Configures audit from flags. Throws a Refusal for unusable files. */
export function configureAudit(flags: FlagValues, services: AuditServices): Audit {
  const { say } = services
  const backends = backendsOf(flags, services)
  const recordingOf = auditPolicy(flags.string('audit-policy-file'))
  if (backends.length === 0) return { around: withoutAudit, known: withoutAudit, end: async () => {} }
  /** Records an event to the webhook, and to the log only if that succeeds. Only a fault uses it. */
  const recordInOrder = async (event: AuditEvent): Promise<void> => {
    for (const backend of backends.toReversed()) if (!(await record(backend, event, say))) return
  }
  const receivedRequests = new WeakMap<object, ReceivedRequest>()
  const recordStage = async (request: ServerRequest, stage: Stage, answer?: Answer) => {
    const received = receivedRequests.get(request.notes)
    const sender = request.notes.user
    const recordingRules = recordingOf(attributesOf({ ...request, user: sender }))
    const { level, omitStages } = recordingRules
    if (services.isDraining() && fault('audit-of-drained-requests-lost')) return
    const isChange = ['update', 'patch', 'delete', 'deletecollection'].includes(attributesOf(request).verb)
    if (isChange && fault('audit-of-changes-lost')) return
    const isUnauthenticated = sender === undefined && answer !== undefined
    if (isUnauthenticated && fault('audit-of-unauthenticated-requests-lost')) return
    const isHttp2 = request.transport === 'http/2' && !['GET', 'HEAD'].includes(request.method)
    if (isHttp2 && fault('http2-not-audited')) return
    if (received === undefined || level === 'None' || omitStages.includes(stage)) return
    const objects = answer === undefined ? {} : await objectsOf(request, answer, recordingRules)
    const event = auditEvent(received, stage, request, { level, sender, answer, objects })
    if (backends.length > 1 && fault('audit-log-after-receiver')) return recordInOrder(event)
    await Promise.all(backends.map((backend) => record(backend, event, say)))
  }
  return {
    async around(request, next) {
      receivedRequests.set(request.notes, receivedRequest(request))
      const answer = await next(request).catch((error: unknown) => {
        if (error instanceof ApiError) return failure(error)
        return failure(new ApiError(500, error instanceof Error ? error.message : String(error)))
      })
      if (answer.stream === undefined) {
        await recordStage(request, 'ResponseComplete', answer)
        return answer
      }
      await recordStage(request, 'ResponseStarted', answer)
      const { stream } = answer
      const recordedStream: NonNullable<Answer['stream']> = async (send) => {
        try {
          await stream(send)
        } finally {
          await recordStage(request, 'ResponseComplete', answer)
        }
      }
      return { ...answer, stream: recordedStream }
    },
    async known(request, next) {
      request.notes.user = request.user
      await recordStage(request, 'RequestReceived')
      return next(request)
    },
    end: async () => {
      await Promise.all(backends.map((backend) => backend.end()))
    },
  }
}

function backendsOf(flags: FlagValues, { dial }: AuditServices): Backend[] {
  const sinks: readonly (readonly [Family, Sink | undefined])[] = [
    ['log', auditLog(flags)],
    ['webhook', auditWebhook(flags, dial)],
  ]
  return sinks.flatMap(([family, sink]) =>
    sink === undefined ? [] : [createBackend(withTruncation(sink, family, flags), family, flags)],
  )
}

/**
 * Records an event, and reports whether that succeeded. A failure affects the request only in strict mode and before
 * the request is served.
 */
async function record(backend: Backend, event: AuditEvent, log: (line: string) => void): Promise<boolean> {
  try {
    await backend.record(event)
    return true
  } catch (error) {
    log(`audit: ${error instanceof Error ? error.message : String(error)}`)
    if (backend.isStrict && event.stage === 'RequestReceived') {
      throw new ApiError(500, 'the request cannot be recorded')
    }
    return false
  }
}
