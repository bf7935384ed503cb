/** Parent span of a run, which a pipeline started. */
export interface TraceParent {
  /** 32 digits, hexadecimal. */
  readonly traceId: string
  /** 16 digits, hexadecimal. */
  readonly spanId: string
}

/**
 * Reads the value of `TRACEPARENT` (W3C Trace Context, version 00 and later versions that begin in the same way).
 * @returns nothing if the value is invalid: the run then starts a new trace, as the standard requires
 */
export function traceParentOf(value: string | undefined): TraceParent | undefined {
  const matchedParts = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/.exec(
    value?.trim() ?? '',
  )
  const [, version, traceId, spanId, more] = matchedParts ?? []
  if (version === undefined || traceId === undefined || spanId === undefined) return undefined
  if (version === 'ff' || (version === '00' && more !== undefined)) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId }
}
