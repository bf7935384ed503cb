import type { FlagValues } from '../../flags/flag-values.ts'
import { fault } from '../../quirks/quirks.ts'
import { Batch } from './batch.ts'
import type { AuditEvent } from './event.ts'
import type { Backend, Family, Sink } from './sink.ts'

// Milliseconds by which a fault delays writes: long enough for the transmission of a response.
const writeDelayMs = 400

/** Returns a backend that writes to a sink in the mode of the family's flags. */
export function createBackend(sink: Sink, family: Family, flags: FlagValues): Backend {
  const mode = flags.string(`audit-${family}-mode`)
  const isThrottled = flags.isSet(`audit-${family}-batch-throttle-qps`)
  if (mode === 'batch' || (isThrottled && fault(`audit-${family}-batch-options-always`))) {
    return new Batch(sink, family, flags)
  }
  return {
    isStrict: mode === 'blocking-strict',
    record: (event) =>
      fault(`audit-${family}-never-blocks`) ? writeDelayed(sink, event) : sink.write([event]),
    end: async () => sink.end(),
  }
}

async function writeDelayed(sink: Sink, event: AuditEvent): Promise<void> {
  setTimeout(() => void sink.write([event]).catch(() => {}), writeDelayMs)
}
