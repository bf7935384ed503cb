const nsPerMs = 1_000_000n

let last = 0n

/** Now, in the unit of the interface: nanoseconds since 1970. Never the same twice, so that ages can be told apart. */
export function nowNs(): bigint {
  const now = nsOf(Date.now())
  last = now > last ? now : last + 1n
  return last
}

/** A time in milliseconds since 1970, in nanoseconds. */
export function nsOf(ms: number): bigint {
  return BigInt(Math.round(ms)) * nsPerMs
}

/** A time in nanoseconds since 1970, as logs spell it: `2026-11-22T07:00:00.123456789Z`. */
export function spelled(ns: bigint): string {
  const withinSecond = String(ns % 1_000_000_000n).padStart(9, '0')
  return `${new Date(Number(ns / nsPerMs)).toISOString().slice(0, 19)}.${withinSecond}Z`
}
