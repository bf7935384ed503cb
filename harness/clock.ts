/** Milliseconds on a monotonic clock, as a Unix time: comparable between processes of one machine. */
export function nowMs(): number {
  return performance.timeOrigin + performance.now()
}
