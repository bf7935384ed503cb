import type { FlagValues } from '../../flags/flag-values.ts'
import { fault } from '../../quirks/quirks.ts'
import { Batch } from './batch.ts'
import type { AuditEvent } from './event.ts'
import type { Backend, Family, Sink } from './sink.ts'

// Longer than the transmission of a response takes.
const lateMs = 400

/** Returns a backend that writes to a sink in the mode of the family's flags. */
export function newBackend(sink: Sink, family: Family, flags: FlagValues): Backend {
  const mode = flags.string(`audit-${family}-mode`)
  const isThrottled = flags.isSet(`audit-${family}-batch-throttle-qps`)
  if (mode === 'batch' || (isThrottled && fault(`audit-${family}-batch-options-always`))) {
    return new Batch(sink, family, flags)
  }
  return {
    isStrict: mode === 'blocking-strict',
    record: (event) =>
      fault(`audit-${family}-never-blocks`) ? writeLater(sink, event) : sink.write([event]),
    end: async () => sink.end(),
  }
}

async function writeLater(sink: Sink, event: AuditEvent): Promise<void> {
  setTimeout(() => void sink.write([event]).catch(() => {}), lateMs)
}
