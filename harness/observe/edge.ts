import type { Sample } from './sampler.ts'

/** A moment that is known to lie between two others. */
export interface Edge {
  /** When the last sample before it was sent. */
  readonly earliestMs: number
  /** When the first sample after it was answered. */
  readonly latestMs: number
}

/** How far an edge may be off. */
export function errorOf({ earliestMs, latestMs }: Edge): number {
  return latestMs - earliestMs
}

/** The first time from `fromMs` on that samples begin to show something; none when they never do. */
export function edgeOf(
  samples: readonly Sample[],
  fromMs: number,
  shows: (sample: Sample) => boolean,
): Edge | undefined {
  const index = samples.findIndex((sample) => sample.sentAtMs >= fromMs && shows(sample))
  const after = samples[index]
  if (after === undefined) return undefined
  const before = samples[index - 1]
  return { earliestMs: Math.max(fromMs, before?.sentAtMs ?? fromMs), latestMs: after.doneAtMs }
}

/** The samples that were sent and answered within a span of time. */
export function samplesWithin(samples: readonly Sample[], fromMs: number, toMs: number): Sample[] {
  return samples.filter(({ sentAtMs, doneAtMs }) => sentAtMs >= fromMs && doneAtMs <= toMs)
}
