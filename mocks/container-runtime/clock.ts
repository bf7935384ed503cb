const nsPerMs = 1_000_000n

let last = 0n

/**
 * Returns the present time in the unit of the interface: nanoseconds since 1970. Never the same twice, so that ages are
 * distinct.
 */
export function nowNs(): bigint {
  const now = nsOf(Date.now())
  last = now > last ? now : last + 1n
  return last
}

/** Converts milliseconds since 1970 to nanoseconds. */
export function nsOf(ms: number): bigint {
  return BigInt(Math.round(ms)) * nsPerMs
}

/** Formats nanoseconds since 1970 as in logs: `2026-11-22T07:00:00.123456789Z`. */
export function formatTimestamp(ns: bigint): string {
  const withinSecond = String(ns % 1_000_000_000n).padStart(9, '0')
  return `${new Date(Number(ns / nsPerMs)).toISOString().slice(0, 19)}.${withinSecond}Z`
}
