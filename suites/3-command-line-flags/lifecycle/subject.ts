import { currentCheck, type Subject } from '#harness/check/context.ts'
import type { TimelineEntry } from '#harness/events.ts'
import { ProgramSubject } from '#harness/launch/evidence-of.ts'
import { holdSpans, jitterSpans, samplerSpans, watchSpans } from '#harness/observe/spans.ts'
import type { EndingSeen } from './ending.ts'
import type { World } from './world.ts'

// What happened long before the signal is no part of the picture.
const beforeMs = 1_000

/** Makes a whole scenario part of the running check's evidence, whenever it was played. */
export function showWorld(
  world: World,
  span: { readonly fromMs: number; readonly toMs: number },
  more: () => readonly TimelineEntry[],
): void {
  const { server, peers } = world
  const { program, timeline, directory, command } = server
  // The peers' journals would drown the picture: what matters of them are the held requests.
  const inner = new ProgramSubject('apiserver', {
    program,
    timeline,
    peers: [],
    workspace: directory,
    command,
  })
  const subject: Subject = {
    name: 'apiserver',
    timeline: () => {
      const known = inner.timeline(span.fromMs, span.toMs).filter(({ kind }) => kind !== 'request')
      const asked = peers.flatMap((peer) =>
        peer.role === 'etcd'
          ? []
          : peer.journal
              .filter(({ atMs }) => atMs >= span.fromMs && atMs <= span.toMs)
              .map(({ atMs, what }): TimelineEntry => ({ atMs, source: peer.role, kind: 'asked', what })),
      )
      return [...known, ...asked, ...more()]
    },
    save: (directoryOfCheck) => inner.save(directoryOfCheck),
  }
  currentCheck()?.subjects.add(subject)
}

/** The picture of an ending: every client and peer around the signal, with the documented transitions marked. */
export function showEnding(seen: EndingSeen): EndingSeen {
  const { ending, signalAtMs, drainAtMs, endedAtMs, canary } = seen
  const documented = (atMs: number, what: string): TimelineEntry => ({
    atMs,
    source: 'documented',
    kind: 'note',
    what,
  })
  showWorld(seen.world, { fromMs: signalAtMs - beforeMs, toMs: endedAtMs }, () => [
    documented(signalAtMs, ending.delayMs === undefined ? 'termination requested' : 'the delay begins'),
    ...(ending.delayMs === undefined ? [] : [documented(drainAtMs, 'draining begins')]),
    ...(ending.graceMs === undefined
      ? []
      : [documented(drainAtMs + ending.graceMs, 'the grace period of watches ends')]),
    ...[...seen.samplers.values()]
      .flatMap(samplerSpans)
      .filter(({ untilMs = 0 }) => untilMs >= signalAtMs - beforeMs),
    ...seen.watches.flatMap(watchSpans),
    ...seen.holds.flatMap(holdSpans),
    ...jitterSpans(canary, signalAtMs - beforeMs, endedAtMs),
  ])
  return seen
}
