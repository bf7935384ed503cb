import { edgeOf, expect, type Interval, type Sample } from '#kit'
import type { EndingSeen } from './ending.ts'
import {
  atOnceMs,
  doubtMachine,
  draining,
  drainingSeen,
  expectNone,
  isListening,
  looksWithin,
  samplesOf,
} from '../looks.ts'
import type { NewRequestKind } from '../model.ts'

/** Reports whether a sample is the documented rejection while requests in flight drain. */
export function isRejected({ outcome }: Sample): boolean {
  return outcome.kind === 'answered' && outcome.status === 429
}

/** Returns the samples while requests in flight drain. A server that has ended by then has not waited for them. */
export function looksWhileDraining(seen: EndingSeen, kind: NewRequestKind): readonly Sample[] {
  expectStillThere(seen)
  return looksWithin(seen, kind, draining(seen))
}

/** Expects that the server waits for the requests in flight. */
export function expectStillThere(seen: EndingSeen): void {
  if (seen.releasedAtMs !== undefined) return
  doubtTimeOut(seen)
  expect(seen.exit, 'the end of the program while requests were in flight').toBeUndefined()
}

/** A server without rejections can be late to drain if it, or the store that it reads first, waits for a processor. */
export function doubtLateDrain(seen: EndingSeen): void {
  if (drainingSeen(seen) === undefined) doubtMachine(seen, atOnceMs)
}

/** Expects only rejections. */
export function expectRejected(seen: EndingSeen, samples: readonly Sample[]): void {
  doubtLateDrain(seen)

  expectNone(seen, samples, (sample) => !isRejected(sample))
}

/** A held request can reach its timeout on a busy machine. A cut request was not waited for. */
export function doubtTimeOut(seen: EndingSeen): void {
  const isCut = seen.holds.some(({ end }) => end?.outcome.kind === 'cut')
  if (!isCut) doubtMachine(seen)
}

/**
 * Returns the end of accepting connections: the time of a sample that shows it, or at the latest the end of the
 * program.
 */
export function listeningEnd(seen: EndingSeen, fromMs: number): Interval | undefined {
  const samples = samplesOf(seen, 'fresh')
  const edge = edgeOf(samples, fromMs, ({ outcome }) => !isListening(outcome))
  if (edge !== undefined || seen.exit === undefined) return edge
  return { earliestMs: Math.max(fromMs, samples.at(-1)?.sentAtMs ?? fromMs), latestMs: seen.exit.atMs }
}

/** Returns the last moment of draining or of a request in flight. */
export function lastEndOf(seen: EndingSeen): number {
  return Math.max(seen.drainAtMs, seen.releasedAtMs ?? 0, ...seen.holds.map(({ end }) => end?.atMs ?? 0))
}
