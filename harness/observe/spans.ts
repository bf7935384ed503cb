import { outcomeText } from '../client/response.ts'
import type { OpenWatch } from '../client/watch.ts'
import { nowMs } from '../time.ts'
import type { TimelineEntry } from '../events.ts'
import type { JitterCanary } from '../machine/canary.ts'
import type { HeldRequest } from './hold.ts'
import type { Sampler } from './sampler.ts'

/** Returns the readings of a sampler, with consecutive equal readings drawn as one span. */
export function samplerSpans({ name, samples }: Pick<Sampler, 'name' | 'samples'>): TimelineEntry[] {
  const spans: { what: string; atMs: number; untilMs: number; looks: number }[] = []
  for (const { sentAtMs, doneAtMs, outcome } of samples) {
    const what = outcomeText(outcome)
    const last = spans.at(-1)
    if (last?.what === what) Object.assign(last, { untilMs: doneAtMs, looks: last.looks + 1 })
    else spans.push({ what, atMs: sentAtMs, untilMs: doneAtMs, looks: 1 })
  }
  return spans.map(({ what, looks, ...span }) => ({
    ...span,
    source: name,
    kind: 'request',
    what: looks === 1 ? what : `${what}, ${looks} times`,
  }))
}

/** Returns a watch from its opening to its end, and its events. */
export function watchSpans(watch: OpenWatch): TimelineEntry[] {
  const source = `watch over ${watch.transport}`
  const end = watch.end
  return [
    {
      atMs: watch.openedAtMs,
      untilMs: end?.atMs ?? nowMs(),
      source,
      kind: 'request',
      what: end === undefined ? 'open' : `${end.how}: ${end.detail}`,
    },
    ...watch.events.map(({ atMs }): TimelineEntry => ({ atMs, source, kind: 'note', what: 'an event' })),
  ]
}

/** Returns a held request from its sending to its end, with the moments at the peer. */
export function holdSpans({
  name,
  sentAtMs,
  confirmedAtMs,
  releasedAtMs,
  end,
}: HeldRequest): TimelineEntry[] {
  const note = (atMs: number, what: string): TimelineEntry => ({ atMs, source: name, kind: 'note', what })
  return [
    {
      atMs: sentAtMs,
      untilMs: end?.atMs ?? nowMs(),
      source: name,
      kind: 'request',
      what: end === undefined ? 'in flight' : outcomeText(end.outcome),
    },
    note(confirmedAtMs, 'the peer holds it'),
    ...(releasedAtMs === undefined ? [] : [note(releasedAtMs, 'the peer lets it go')]),
  ]
}

// Smaller values are hidden in the width of a line.
const shownLatenessMs = 20

/** Returns the spans in which the machine was late. */
export function jitterSpans(canary: JitterCanary, fromMs: number, toMs: number): TimelineEntry[] {
  return canary
    .delays(shownLatenessMs)
    .filter(({ atMs, lateMs }) => atMs >= fromMs && atMs - lateMs <= toMs)
    .map(({ atMs, lateMs }) => ({
      atMs: atMs - lateMs,
      untilMs: atMs,
      source: 'jitter',
      kind: 'note',
      what: `this machine was ${Math.round(lateMs)} ms late`,
    }))
}
