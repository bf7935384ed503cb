/** Interval of an observation: the event happened between these two moments, by `nowMs()`. */
export interface Interval {
  readonly earliestMs: number
  readonly latestMs: number
}

/** Returns the interval of a moment that is known exactly, such as that of an action of the harness. */
export function instant(atMs: number): Interval {
  return { earliestMs: atMs, latestMs: atMs }
}
