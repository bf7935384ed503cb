import {
  currentCheck,
  rejectJitter,
  edgeOf,
  expect,
  inconclusiveError,
  type Interval,
  type Sample,
  samplesWithin,
} from '#kit'
import { type ProbeOutcome, outcomeText } from '#kit/clients.ts'
import type { ObservedEnding } from './ending/ending.ts'
import type { SampledKind } from './ending/samplers.ts'
import { type NewRequestKind, newRequestKinds } from './model.ts'

// Tolerance for the clocks of two processes, which differ slightly, and for timers that fire a millisecond early.
export const clockMs = 10
/** Limit of "at once", in addition to the measuring error. Races around a signal are shorter. */
export const atOnceMs = 500

export function samplesOf(recording: ObservedEnding, kind: SampledKind): readonly Sample[] {
  return recording.samplers.get(kind)?.samples ?? []
}

export function isServed(outcome: ProbeOutcome): boolean {
  return outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300
}

/** Reports whether a sample shows that a request is not served. A sample without a response in time shows nothing. */
function isUnserved({ outcome }: Sample): boolean {
  return outcome.kind !== 'silent' && !isServed(outcome)
}

/** Returns the number of samples of each outcome, as `{ '200': 31, 'refused (ECONNREFUSED)': 4 }`. */
export function countsByOutcome(samples: readonly Pick<Sample, 'outcome'>[]): Record<string, number> {
  const outcomeCounts: Record<string, number> = {}
  for (const { outcome } of samples) {
    const text = outcomeText(outcome)
    outcomeCounts[text] = (outcomeCounts[text] ?? 0) + 1
  }
  return outcomeCounts
}

/**
 * Returns the samples within a period, or else the samples without a response that outlast it, and records them as an
 * observation. Rejects as `inconclusive` without samples, because a slow server proves nothing.
 */
export function samplesBetween(
  recording: ObservedEnding,
  kind: SampledKind,
  [fromMs, toMs]: readonly [number, number],
): readonly Sample[] {
  const kindSamples = samplesOf(recording, kind)
  const samplesWithinPhase = samplesWithin(kindSamples, fromMs, toMs)
  const silentSamples = kindSamples.filter(
    ({ sentAtMs, doneAtMs, outcome }) => outcome.kind === 'silent' && sentAtMs < toMs && doneAtMs > fromMs,
  )
  const samples = samplesWithinPhase.length > 0 ? samplesWithinPhase : silentSamples
  if (samples.length === 0) {
    const spanMs = Math.round(toMs - fromMs)
    throw inconclusiveError(`Nothing was seen of ${kind} while it mattered (${spanMs} ms).`)
  }
  currentCheck().observe(`${kind}: what was seen`, countsByOutcome(samples))
  return samples
}

/** Expects that no sample matches. A response of the server is conclusive however busy the machine was. */
export function expectNone(
  recording: ObservedEnding,
  samples: readonly Sample[],
  shows: (sample: Sample) => boolean,
): void {
  const matchingSamples = samples.filter(shows)
  if (matchingSamples.every(({ outcome }) => outcome.kind === 'silent')) {
    rejectMachineJitter(recording)
    for (const sample of matchingSamples) rejectLateSilence(recording, sample)
  }

  expect(countsByOutcome(matchingSamples)).toEqual({})
}

/** Makes the running check inconclusive if the machine was overloaded while an ending was recorded. */
export function rejectMachineJitter({ jitterMs }: ObservedEnding, mostMs?: number): void {
  rejectJitter(() => jitterMs, mostMs)
}

/**
 * Makes the running check inconclusive if the machine was late for most of the time in which a request had no response:
 * many short delays add up, because a request takes many steps.
 */
export function rejectLateSilence({ canary }: ObservedEnding, { sentAtMs, doneAtMs }: Sample): void {
  const waitedMs = doneAtMs - sentAtMs
  rejectJitter(() => waitedMs - canary.quietMs(sentAtMs, doneAtMs), waitedMs / 2)
}

/** Rejects as inconclusive if an overloaded machine can explain a late end. */
export function expectQuiet({ jitterMs }: ObservedEnding, mostMs: number): void {
  if (jitterMs <= mostMs) return
  const latenessText = `${Math.round(jitterMs)} ms late, and more than ${Math.round(mostMs)} ms`
  throw inconclusiveError(`It ended no sooner, but this machine was up to ${latenessText} prove nothing.`)
}

/**
 * Expects the program to end within some milliseconds of the start of draining, not including the time in which it, or
 * this process, waited for a processor.
 */
export function expectEndWithin({ canary, drainAtMs, endedAtMs }: ObservedEnding, mostMs: number): void {
  const tookMs = endedAtMs - drainAtMs
  currentCheck().observe('milliseconds from draining to the end', Math.round(tookMs))
  rejectJitter(() => tookMs - canary.quietMs(drainAtMs, endedAtMs), tookMs - mostMs)

  expect(tookMs, 'milliseconds from draining to the end').toBeLessThan(mostMs)
}

/** Returns the longest response time of the samples in a period in which the server is idle. */
export function slowestSample(samplers: ObservedEnding['samplers'], fromMs: number, toMs: number): number {
  const samplesMeanwhile = [...samplers.values()].flatMap(({ samples }) =>
    samplesWithin(samples, fromMs, toMs),
  )
  return Math.max(0, ...samplesMeanwhile.map(({ sentAtMs, doneAtMs }) => doneAtMs - sentAtMs))
}

/** Returns the documented period in which the server delays. */
export function delayPeriod({ signalAtMs, drainAtMs }: ObservedEnding): readonly [number, number] {
  return [signalAtMs, drainAtMs - clockMs]
}

/**
 * Returns the period in which the server drains for certain: from the first observation on any connection, or else from
 * a little after the documented start, until the first peer releases a request.
 */
export function drainPeriod(recording: ObservedEnding): readonly [number, number] {
  const { drainAtMs, releasedAtMs, endedAtMs } = recording
  return [drainingObserved(recording)?.latestMs ?? drainAtMs + atOnceMs, releasedAtMs ?? endedAtMs]
}

/**
 * Returns the first observation of draining; `undefined` if no request was rejected before the peers released their
 * requests.
 */
export function drainingObserved(
  request: Pick<ObservedEnding, 'samplers' | 'drainAtMs' | 'releasedAtMs'>,
): Interval | undefined {
  const drainEdge = firstOf(request, request.drainAtMs - clockMs, isUnserved)
  return drainEdge === undefined || drainEdge.latestMs > (request.releasedAtMs ?? Infinity)
    ? undefined
    : drainEdge
}

/** Returns the time at which ordinary requests were first not served, on any connection. */
export function firstUnserved(recording: ObservedEnding): Interval | undefined {
  return firstOf(recording, recording.signalAtMs, isUnserved)
}

function firstOf(
  { samplers }: Pick<ObservedEnding, 'samplers'>,
  fromMs: number,
  shows: (sample: Sample) => boolean,
): Interval | undefined {
  const requestKinds = Object.keys(newRequestKinds) as NewRequestKind[]
  const kindEdges = requestKinds.flatMap(
    (kind) => edgeOf(samplers.get(kind)?.samples ?? [], fromMs, shows) ?? [],
  )
  return kindEdges.toSorted((a, b) => a.latestMs - b.latestMs)[0]
}

/** Reports whether a server accepted the connection, with any result of the request. */
export function isListening(outcome: ProbeOutcome): boolean {
  return outcome.kind !== 'refused'
}
