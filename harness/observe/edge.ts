import type { Interval } from '../machine/interval.ts'
import type { Sample } from './sampler.ts'

/** Returns the width of the uncertainty of an edge. */
export function errorOf({ earliestMs, latestMs }: Interval): number {
  return latestMs - earliestMs
}

/** Returns the first time from `fromMs` on at which samples begin to match; `undefined` if no sample matches. */
export function edgeOf(
  samples: readonly Sample[],
  fromMs: number,
  shows: (sample: Sample) => boolean,
): Interval | undefined {
  const index = samples.findIndex((sample) => sample.sentAtMs >= fromMs && shows(sample))
  const sampleAfter = samples[index]
  if (sampleAfter === undefined) return undefined
  const sampleBefore = samples[index - 1]
  return { earliestMs: Math.max(fromMs, sampleBefore?.sentAtMs ?? fromMs), latestMs: sampleAfter.doneAtMs }
}

/** Returns the samples that were sent and answered within a span of time. */
export function samplesWithin(samples: readonly Sample[], fromMs: number, toMs: number): Sample[] {
  return samples.filter(({ sentAtMs, doneAtMs }) => sentAtMs >= fromMs && doneAtMs <= toMs)
}
