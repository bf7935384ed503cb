import { writeSync } from 'node:fs'
import type { FlagValues } from '../../flags/flag-values.ts'
import { fault, freedom } from '../../quirks/quirks.ts'
import { type AuditEvent, isWatchComplete } from './event.ts'
import { legacyLine } from './legacy-line.ts'
import { RotatingFile } from './rotating-file.ts'
import type { Sink } from './sink.ts'
import { writtenVersion } from './version.ts'

/**
 * Returns a sink that writes events as lines of a file; undefined if no path is set. Throws a Refusal for a file that
 * is not writable.
 */
export function auditLog(flags: FlagValues): Sink | undefined {
  const path = flags.string('audit-log-path')
  if (path === undefined) return undefined
  const formatEvent = createFormatter(flags)
  const file = openOutput(path, flags)
  let count = 0
  return {
    async write(events) {
      const lines = events.flatMap((event) => {
        const isFirstEvent = ++count === 1
        const line = formatEvent(event, isFirstEvent)
        if (isFirstEvent && fault('audit-log-first-event-lost')) return []
        if (event.verb === 'head' && fault('audit-log-event-lost')) return []
        return isWatchComplete(event) && fault('audit-log-event-twice') ? [line, line] : [line]
      })
      if (lines.length > 0) file.write(lines.join(''))
    },
    end: () => file.end(),
  }
}

function openOutput(path: string, flags: FlagValues): Pick<Sink, 'end'> & { write(text: string): void } {
  if (path === '-' && !fault('audit-log-dash-is-a-file')) {
    return { write: (text) => void writeSync(1, text), end: () => {} }
  }
  const file = new RotatingFile(path, flags)
  return { write: (text) => file.write(text), end: () => file.close() }
}

function createFormatter(flags: FlagValues): (event: AuditEvent, isFirst: boolean) => string {
  const version = writtenVersion(flags, 'log')
  const isLegacy = flags.string('audit-log-format') === 'legacy'
  const json = (event: AuditEvent) => {
    const extraFields = freedom('audit-events-with-further-fields') ? { served: 'reference' } : {}
    return `${JSON.stringify({ kind: 'Event', ...version, ...event, ...extraFields })}\n`
  }
  return (event, isFirst) => {
    const isLegacyLine = isLegacy
      ? !fault('audit-log-legacy-ignored')
      : isFirst && fault('audit-log-begins-legacy')
    if (!isLegacyLine) return json(event)
    const line = legacyLine(event)
    return fault('audit-log-legacy-on-two-lines') ? line.replace(' AUDIT: ', ' AUDIT:\n') : line
  }
}
