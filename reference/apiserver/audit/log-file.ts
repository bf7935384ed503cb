import { writeSync } from 'node:fs'
import type { FlagValues } from '../../flags/flag-values.ts'
import type { ServerQuirks } from '../faults.ts'
import { type AuditEvent, isEndOfWatch } from './event.ts'
import { legacyLine } from './legacy-line.ts'
import { RotatingFile } from './rotating-file.ts'
import type { Sink } from './sink.ts'
import { writtenVersion } from './version.ts'

/**
 * Returns a sink that writes events as lines of a file; undefined if no path is set. Throws a Refusal for a file that
 * is not writable.
 */
export function auditLog(flags: FlagValues, quirks: ServerQuirks): Sink | undefined {
  const path = flags.string('audit-log-path')
  if (path === undefined) return undefined
  const lineOf = format(flags, quirks)
  const file = output(path, flags, quirks)
  let count = 0
  return {
    async write(events) {
      const lines = events.flatMap((event) => {
        const isFirst = ++count === 1
        const line = lineOf(event, isFirst)
        if (isFirst && quirks.fault('audit-log-first-event-lost')) return []
        if (event.verb === 'head' && quirks.fault('audit-log-event-lost')) return []
        return isEndOfWatch(event) && quirks.fault('audit-log-event-twice') ? [line, line] : [line]
      })
      if (lines.length > 0) file.write(lines.join(''))
    },
    end: () => file.end(),
  }
}

function output(
  path: string,
  flags: FlagValues,
  quirks: ServerQuirks,
): Pick<Sink, 'end'> & { write(text: string): void } {
  if (path === '-' && !quirks.fault('audit-log-dash-is-a-file')) {
    return { write: (text) => void writeSync(1, text), end: () => {} }
  }
  const file = new RotatingFile(path, flags, quirks)
  return { write: (text) => file.write(text), end: () => file.close() }
}

function format(flags: FlagValues, quirks: ServerQuirks): (event: AuditEvent, isFirst: boolean) => string {
  const version = writtenVersion(flags, 'log', quirks)
  const isLegacy = flags.string('audit-log-format') === 'legacy'
  const json = (event: AuditEvent) => {
    const extra = quirks.freedom('audit-events-with-further-fields') ? { served: 'reference' } : {}
    return `${JSON.stringify({ kind: 'Event', ...version, ...event, ...extra })}\n`
  }
  return (event, isFirst) => {
    const text = isLegacy
      ? !quirks.fault('audit-log-legacy-ignored')
      : isFirst && quirks.fault('audit-log-begins-legacy')
    if (!text) return json(event)
    const line = legacyLine(event, quirks)
    return quirks.fault('audit-log-legacy-on-two-lines') ? line.replace(' AUDIT: ', ' AUDIT:\n') : line
  }
}
