import type { ServerQuirks } from '../faults.ts'
import type { TraceParent } from './trace-parent.ts'

const million = 1_000_000

/** Reports whether the span of a request is sampled. */
export function isSampled(
  rate: number | undefined,
  parent: TraceParent | undefined,
  { traceId, isAdministrator }: { readonly traceId: string; readonly isAdministrator: boolean },
  quirks: ServerQuirks,
): boolean {
  if (rate === undefined) return followsParent(parent, isAdministrator, quirks)
  // The documents do not specify whether the rate or the parent's decision takes precedence.
  if (parent !== undefined && !quirks.freedom('tracing-rate-beats-parent')) return parent.sampled
  if (rate <= 0) return quirks.fault('tracing-rate-of-0-samples')
  if (quirks.fault('tracing-rate-ignored')) return false
  const share = Number.parseInt(traceId.slice(-12), 16) / 2 ** 48
  if (rate >= million) return !(share < 0.1 && quirks.fault('tracing-rate-of-a-million-misses-some'))
  const scale = quirks.fault('tracing-rate-per-ten-thousand') ? 10_000 : million
  return share < rate / scale
}

function followsParent(
  parent: TraceParent | undefined,
  isAdministrator: boolean,
  quirks: ServerQuirks,
): boolean {
  if (parent === undefined) return quirks.fault('tracing-without-rate-samples')
  if (parent.sampled && !isAdministrator && quirks.fault('tracing-parent-of-administrators-only'))
    return false
  if (parent.sampled) return !quirks.fault('tracing-sampled-parent-not-followed')
  return quirks.fault('tracing-unsampled-parent-not-followed')
}
