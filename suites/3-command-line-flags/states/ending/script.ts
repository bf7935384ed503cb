import { nowMs, until, untilMoment } from '#kit'
import type { ObservedEnding } from './ending.ts'
import { drainingObserved } from '../samples.ts'
import type { Ending } from '../model.ts'
import { probeOnce } from './probes.ts'
import { configMap, configMaps, createProber } from '../fixture.ts'
import { writeWhileDelaying } from './writes.ts'

interface ScriptInput
  extends Pick<
    ObservedEnding,
    'ending' | 'fixture' | 'samplers' | 'holds' | 'watches' | 'signalAtMs' | 'drainAtMs'
  > {}

type ScriptResult = Pick<ObservedEnding, 'event' | 'writes' | 'probes' | 'releasedAtMs'>

// Share of the delay after which the event is created, so that watches can report it in time.
const eventAfterShare = 0.25
// Longest wait for a rejection after the planned release.
const lateDrainMs = 1_000
// Time for the samplers between the first rejection and the end of the held requests.
const pollsWithinMs = 600

/** Runs the planned steps of the ending after the signal. The end of the server also ends the script. */
export async function runEndingScript(scripting: ScriptInput): Promise<ScriptResult> {
  const { ending, fixture, holds, watches, signalAtMs, drainAtMs } = scripting
  const { delayMs, retryAfter, releaseAfterMs, leaveAfterMs, secondSignalAfterMs } = ending
  const { program } = fixture.server
  const scriptResult: { -readonly [K in keyof ScriptResult]: ScriptResult[K] } = {
    event: undefined,
    writes: new Map(),
    probes: new Map(),
    releasedAtMs: undefined,
  }
  const runAt = async (
    afterMs: number | undefined,
    fromMs: number,
    act: () => Promise<void> | void,
  ): Promise<void> => {
    if (afterMs === undefined) return
    await untilMoment(fromMs + afterMs, 'the script went on')
    if (program.exit === undefined) await act()
  }
  const release = async (): Promise<void> => {
    if (releaseAfterMs === undefined) return
    let fromMs = drainAtMs
    if (retryAfter) {
      await waitUntilDraining(scripting, drainAtMs + releaseAfterMs + lateDrainMs)
      if (program.exit === undefined) scriptResult.probes = await probeOnce(fixture.server)
      fromMs = Math.max(fromMs, nowMs() + pollsWithinMs - releaseAfterMs)
    }
    await runAt(releaseAfterMs, fromMs, () => {
      scriptResult.releasedAtMs = nowMs()
      for (const heldRequest of holds) void heldRequest.release()
    })
  }
  const eventAfterMs = ending.watches && delayMs !== undefined ? delayMs * eventAfterShare : undefined
  const scriptParts = Promise.all([
    runAt(eventAfterMs, signalAtMs, async () => {
      const sentAtMs = nowMs()
      const eventBody = JSON.stringify(configMap('made-while-delaying'))
      // Writes do not wait for the event, because the delay is short on a busy machine.
      const writes = writeWhileDelaying(fixture.server)
      const eventOutcome = await createProber(fixture.server, 'fresh').send({
        method: 'POST',
        path: configMaps,
        body: eventBody,
      })
      scriptResult.event = { sentAtMs, doneAtMs: nowMs(), outcome: eventOutcome }
      scriptResult.writes = await writes
    }),
    release(),
    runAt(leaveAfterMs, drainAtMs, () => {
      for (const watch of watches) watch.leave()
    }),
    runAt(secondSignalAfterMs, signalAtMs, () => program.signal('SIGTERM')),
  ])
  await Promise.race([scriptParts, program.exited])
  return scriptResult
}

/** Waits until a request has been rejected, or until the last moment at which its rejections are observed. */
async function waitUntilDraining(
  { fixture, samplers, drainAtMs }: ScriptInput,
  giveUpAtMs: number,
): Promise<void> {
  const isOver = (): boolean =>
    nowMs() > giveUpAtMs ||
    fixture.server.program.exit !== undefined ||
    drainingObserved({ samplers, drainAtMs, releasedAtMs: undefined }) !== undefined
  await untilMoment(drainAtMs, 'draining was due')
  await until(isOver, { withinMs: Math.max(0, giveUpAtMs - nowMs()) + 1_000, what: 'it drained or was late' })
}

/** Returns the longest documented wait of the server, from the start of draining. */
export function longestWaitMs({
  graceMs = 0,
  releaseAfterMs = 0,
  requestTimeoutMs,
  watches,
}: Ending): number {
  return Math.max(graceMs, releaseAfterMs, watches && requestTimeoutMs !== undefined ? requestTimeoutMs : 0)
}
