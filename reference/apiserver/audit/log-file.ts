import { closeSync, openSync, writeSync } from 'node:fs'
import type { FlagValues } from '../../flags/flag-values.ts'
import { Refusal } from '../../refusal.ts'
import type { ServerQuirks } from '../faults.ts'
import type { AuditEvent } from './event.ts'

/** Where events go. */
export interface AuditSink {
  /** Whether a request is refused when its first event cannot be written. */
  readonly isStrict: boolean
  /** Takes an event; throws when it cannot be written, except in batch mode. */
  record(event: AuditEvent): void
  /** Writes what is buffered and closes. */
  end(): void
}

/** Events as lines of a file; undefined when no path is set. Throws a Refusal for a file that cannot be written. */
export function auditLogFile(flags: FlagValues, quirks: ServerQuirks): AuditSink | undefined {
  const path = flags.string('audit-log-path')
  if (path === undefined) return undefined
  const file = path === '-' ? 1 : open(path)
  const legacy = flags.string('audit-log-format') === 'legacy'
  const write = (events: readonly AuditEvent[]) => {
    writeSync(
      file,
      events.map((event) => (legacy ? legacyLine(event) : `${JSON.stringify(event)}\n`)).join(''),
    )
  }
  const close = () => {
    if (file !== 1) closeSync(file)
  }
  const mode = flags.string('audit-log-mode')
  if (mode === 'batch') return batched(write, close, flags, quirks)
  return { isStrict: mode === 'blocking-strict', record: (event) => write([event]), end: close }
}

function batched(
  write: (events: readonly AuditEvent[]) => void,
  close: () => void,
  flags: FlagValues,
  quirks: ServerQuirks,
): AuditSink {
  const maxSize = flags.number('audit-log-batch-max-size') ?? 1
  const maxWaitMs = flags.durationMs('audit-log-batch-max-wait') ?? 0
  const bufferSize = flags.number('audit-log-batch-buffer-size') ?? 10_000
  let buffered: AuditEvent[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const events = buffered
    buffered = []
    try {
      if (events.length > 0) write(events)
    } catch {
      // Nobody waits for these events: they are lost.
    }
  }
  return {
    isStrict: false,
    record(event) {
      if (buffered.length >= bufferSize) return
      buffered.push(event)
      if (buffered.length >= maxSize) setImmediate(flush)
      else if (maxWaitMs > 0) timer ??= setTimeout(flush, maxWaitMs)
    },
    end() {
      if (!(buffered.length > 0 && quirks.fault('audit-not-flushed'))) flush()
      close()
    },
  }
}

function open(path: string): number {
  try {
    return openSync(path, 'a', 0o600)
  } catch (cause) {
    throw new Refusal(
      `--audit-log-path: ${path} cannot be written (${(cause as NodeJS.ErrnoException).code})`,
    )
  }
}

function legacyLine(event: AuditEvent): string {
  const { stageTimestamp, auditID, stage, sourceIPs, verb, user, requestURI, responseStatus } = event
  const parts = {
    id: auditID,
    stage,
    ip: sourceIPs[0],
    method: verb,
    user: user.username,
    groups: (user.groups ?? []).join(','),
    uri: requestURI,
    response: responseStatus?.code ?? '<deferred>',
  }
  const text = Object.entries(parts).map(([name, value]) => `${name}=${JSON.stringify(String(value))}`)
  return `${stageTimestamp} AUDIT: ${text.join(' ')}\n`
}
