import type { FlagValues } from '../../flags/flag-values.ts'
import type { ServerQuirks } from '../faults.ts'
import { Batch } from './batch.ts'
import type { AuditEvent } from './event.ts'
import type { Backend, Family, Sink } from './sink.ts'

// Longer than an answer takes to arrive.
const lateMs = 400

/** The manner in which the flags of a family want a place to be written to. */
export function inMode(sink: Sink, family: Family, flags: FlagValues, quirks: ServerQuirks): Backend {
  const mode = flags.string(`audit-${family}-mode`)
  const isThrottled = flags.isSet(`audit-${family}-batch-throttle-qps`)
  if (mode === 'batch' || (isThrottled && quirks.fault(`audit-${family}-batch-options-always`))) {
    return new Batch(sink, family, flags, quirks)
  }
  return {
    isStrict: mode === 'blocking-strict',
    record: (event) =>
      quirks.fault(`audit-${family}-never-blocks`) ? laterOn(sink, event) : sink.write([event]),
    end: async () => sink.end(),
  }
}

async function laterOn(sink: Sink, event: AuditEvent): Promise<void> {
  setTimeout(() => void sink.write([event]).catch(() => {}), lateMs)
}
