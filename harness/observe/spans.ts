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
    const outcomeName = outcomeText(outcome)
    const lastSpan = spans.at(-1)
    if (lastSpan?.what === outcomeName)
      Object.assign(lastSpan, { untilMs: doneAtMs, looks: lastSpan.looks + 1 })
    else spans.push({ what: outcomeName, atMs: sentAtMs, untilMs: doneAtMs, looks: 1 })
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
  const watchEnd = watch.end
  return [
    {
      atMs: watch.openedAtMs,
      untilMs: watchEnd?.atMs ?? nowMs(),
      source,
      kind: 'request',
      what: watchEnd === undefined ? 'open' : `${watchEnd.how}: ${watchEnd.detail}`,
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
  const noteEntry = (atMs: number, what: string): TimelineEntry => ({
    atMs,
    source: name,
    kind: 'note',
    what,
  })
  return [
    {
      atMs: sentAtMs,
      untilMs: end?.atMs ?? nowMs(),
      source: name,
      kind: 'request',
      what: end === undefined ? 'in flight' : outcomeText(end.outcome),
    },
    noteEntry(confirmedAtMs, 'the peer holds it'),
    ...(releasedAtMs === undefined ? [] : [noteEntry(releasedAtMs, 'the peer lets it go')]),
  ]
}

// Minimum lateness that is drawn; smaller values are narrower than a line.
const minShownLatenessMs = 20

/** Returns the spans in which the machine was late. */
export function jitterSpans(canary: JitterCanary, fromMs: number, toMs: number): TimelineEntry[] {
  return canary
    .delays(minShownLatenessMs)
    .filter(({ atMs, lateMs }) => atMs >= fromMs && atMs - lateMs <= toMs)
    .map(({ atMs, lateMs }) => ({
      atMs: atMs - lateMs,
      untilMs: atMs,
      source: 'jitter',
      kind: 'note',
      what: `this machine was ${Math.round(lateMs)} ms late`,
    }))
}
