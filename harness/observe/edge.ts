import type { Interval } from '../machine/interval.ts'
import type { Sample } from './sampler.ts'

/** How far an edge may be off. */
export function errorOf({ earliestMs, latestMs }: Interval): number {
  return latestMs - earliestMs
}

/** The first time from `fromMs` on that samples begin to show something; none when they never do. */
export function edgeOf(
  samples: readonly Sample[],
  fromMs: number,
  shows: (sample: Sample) => boolean,
): Interval | undefined {
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
