import { edgeOf, expect, type Interval, type Sample } from '#kit'
import type { ObservedEnding } from './ending.ts'
import {
  atOnceMs,
  rejectMachineJitter,
  drainPeriod,
  drainingObserved,
  expectNone,
  isListening,
  samplesBetween,
  samplesOf,
} from '../samples.ts'
import type { NewRequestKind } from '../model.ts'

/** Reports whether a sample is the documented rejection while requests in flight drain. */
export function isRejected({ outcome }: Sample): boolean {
  return outcome.kind === 'answered' && outcome.status === 429
}

/** Returns the samples while requests in flight drain. A server that has ended by then has not waited for them. */
export function samplesDuringDraining(recording: ObservedEnding, kind: NewRequestKind): readonly Sample[] {
  expectListening(recording)
  return samplesBetween(recording, kind, drainPeriod(recording))
}

/** Expects that the server waits for the requests in flight. */
export function expectListening(recording: ObservedEnding): void {
  if (recording.releasedAtMs !== undefined) return
  rejectTimeout(recording)
  expect(recording.exit, 'the end of the program while requests were in flight').toBeUndefined()
}

/**
 * Rejects a recording without rejections as inconclusive if the machine was busy: the server, or the store that it
 * reads first, may have waited for a processor.
 */
export function rejectLateDrain(recording: ObservedEnding): void {
  if (drainingObserved(recording) === undefined) rejectMachineJitter(recording, atOnceMs)
}

/**
 * Rejects a probe from before the first observation of draining as inconclusive if the machine was busy, because the
 * server may have drained late.
 */
export function rejectEarlyProbe(recording: ObservedEnding, probe: Sample): void {
  const drainStart = drainingObserved(recording)
  if (drainStart !== undefined && probe.sentAtMs < drainStart.latestMs)
    rejectMachineJitter(recording, atOnceMs)
}

/** Expects that every sample is a rejection. */
export function expectRejected(recording: ObservedEnding, samples: readonly Sample[]): void {
  rejectLateDrain(recording)

  expectNone(recording, samples, (sample) => !isRejected(sample))
}

/**
 * Rejects as inconclusive if the machine was busy and no held request was cut: a held request can reach its timeout on
 * a busy machine.
 */
export function rejectTimeout(recording: ObservedEnding): void {
  const isCut = recording.holds.some(({ end }) => end?.outcome.kind === 'cut')
  if (!isCut) rejectMachineJitter(recording)
}

/**
 * Returns the end of accepting connections: the time of a sample that shows it, or at the latest the end of the
 * program.
 */
export function listeningEnd(recording: ObservedEnding, fromMs: number): Interval | undefined {
  const samples = samplesOf(recording, 'fresh')
  const closedEdge = edgeOf(samples, fromMs, ({ outcome }) => !isListening(outcome))
  if (closedEdge !== undefined || recording.exit === undefined) return closedEdge
  return { earliestMs: Math.max(fromMs, samples.at(-1)?.sentAtMs ?? fromMs), latestMs: recording.exit.atMs }
}

/** Returns the last moment of draining or of a request in flight. */
export function lastEndOf(recording: ObservedEnding): number {
  return Math.max(
    recording.drainAtMs,
    recording.releasedAtMs ?? 0,
    ...recording.holds.map(({ end }) => end?.atMs ?? 0),
  )
}
