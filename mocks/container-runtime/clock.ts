const nsPerMs = 1_000_000n

let lastNs = 0n

/**
 * Returns the current time in the unit of the interface: nanoseconds since 1970. No time is returned twice, so that
 * ages are distinct.
 */
export function nowNs(): bigint {
  const now = nsOf(Date.now())
  lastNs = now > lastNs ? now : lastNs + 1n
  return lastNs
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
