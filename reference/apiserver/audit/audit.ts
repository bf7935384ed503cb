import type { FlagValues } from '../../flags/flag-values.ts'
import type { ServerQuirks } from '../faults.ts'
import { ApiError, failure } from '../http/api-error.ts'
import type { Answer, Ask, Step } from '../http/ask.ts'
import { attributesOf } from '../http/attributes.ts'
import { type AuditEvent, auditEvent, type Received, received } from './event.ts'
import { type AuditSink, auditLogFile } from './log-file.ts'
import { auditPolicy, levels, type Stage } from './policy.ts'

/** The two steps that record requests: around everything, and where the sender is known. */
export interface Audit {
  readonly around: Step
  readonly known: Step
  /** Writes what is buffered. */
  readonly end: () => void
}

const pass: Step = (ask, next) => next(ask)

/** Records requests as the flags say; throws a Refusal for files that cannot be used. */
export function configureAudit(flags: FlagValues, quirks: ServerQuirks, say: (line: string) => void): Audit {
  const sink = auditLogFile(flags, quirks)
  const recordingOf = auditPolicy(flags.string('audit-policy-file'), quirks)
  if (sink === undefined) return { around: pass, known: pass, end: () => {} }
  const begun = new WeakMap<object, Received>()
  const apiVersion = flags.string('audit-log-version') ?? ''
  const note = async (ask: Ask, stage: Stage, answer?: Answer) => {
    const received = begun.get(ask.notes)
    const { level, omitStages } = recordingOf(attributesOf({ ...ask, user: ask.notes.user }))
    if (received === undefined || level === 'None' || omitStages.includes(stage)) return
    const wantsBody = levels.indexOf(level) >= 2 && answer !== undefined && answer.status < 400
    const object = wantsBody ? await requestObject(ask) : undefined
    put(sink, auditEvent(received, stage, level, ask, ask.notes.user, answer, object), say)
  }
  return {
    async around(ask, next) {
      begun.set(ask.notes, received(ask, apiVersion))
      const answer = await next(ask).catch((error: unknown) => {
        if (error instanceof ApiError) return failure(error)
        return failure(new ApiError(500, error instanceof Error ? error.message : String(error)))
      })
      if (answer.stream === undefined) {
        await note(ask, 'ResponseComplete', answer)
        return answer
      }
      await note(ask, 'ResponseStarted', answer)
      const { stream } = answer
      const recorded: NonNullable<Answer['stream']> = async (send) => {
        try {
          await stream(send)
        } finally {
          await note(ask, 'ResponseComplete', answer)
        }
      }
      return { ...answer, stream: recorded }
    },
    async known(ask, next) {
      ask.notes.user = ask.user
      await note(ask, 'RequestReceived')
      return next(ask)
    },
    end: () => sink.end(),
  }
}

/** Hands an event over; a failure matters to the request only in strict mode and before it is served. */
function put(sink: AuditSink, event: AuditEvent, say: (line: string) => void): void {
  try {
    sink.record(event)
  } catch (error) {
    say(`audit: ${error instanceof Error ? error.message : String(error)}`)
    if (sink.isStrict && event.stage === 'RequestReceived') {
      throw new ApiError(500, 'the request cannot be recorded')
    }
  }
}

/** The object that was sent; undefined when there was none. */
async function requestObject(ask: Ask): Promise<unknown> {
  if (!['POST', 'PUT', 'PATCH'].includes(ask.method)) return undefined
  try {
    return JSON.parse(await ask.body()) as unknown
  } catch {
    return undefined
  }
}
