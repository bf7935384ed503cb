import { fault, freedom } from '../../quirks/quirks.ts'
import type { TraceParent } from './trace-parent.ts'

const partsPerMillion = 1_000_000

/** Reports whether the span of a request is sampled. */
export function isSampled(
  rate: number | undefined,
  parent: TraceParent | undefined,
  { traceId, isAdministrator }: { readonly traceId: string; readonly isAdministrator: boolean },
): boolean {
  if (rate === undefined) return followsParent(parent, isAdministrator)
  // The documents do not specify whether the rate or the decision of the parent takes precedence.
  if (parent !== undefined && !freedom('tracing-rate-beats-parent')) return parent.sampled
  if (rate <= 0) return fault('tracing-rate-of-0-samples')
  if (fault('tracing-rate-ignored')) return false
  const traceShare = Number.parseInt(traceId.slice(-12), 16) / 2 ** 48
  if (rate >= partsPerMillion) return !(traceShare < 0.1 && fault('tracing-rate-of-a-million-misses-some'))
  const scale = fault('tracing-rate-per-ten-thousand') ? 10_000 : partsPerMillion
  return traceShare < rate / scale
}

function followsParent(parent: TraceParent | undefined, isAdministrator: boolean): boolean {
  if (parent === undefined) return fault('tracing-without-rate-samples')
  if (parent.sampled && !isAdministrator && fault('tracing-parent-of-administrators-only')) return false
  if (parent.sampled) return !fault('tracing-sampled-parent-not-followed')
  return fault('tracing-unsampled-parent-not-followed')
}
