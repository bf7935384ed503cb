import { rmSync } from 'node:fs'
import type { Plan } from '../catalogue.ts'
import { makeDirectory } from '../directory.ts'
import type { Collected } from '../engine/collected.ts'
import type { Engine } from '../engine/engine.ts'
import type { Catalogue } from '../engine/plan.ts'
import type { Recorder } from '../engine/recorder.ts'
import { messageOf } from '../errors.ts'
import type { RunEvent } from '../events.ts'
import type { HeaderEvent } from '../header.ts'
import { capabilitiesOff } from '../target/capabilities.ts'
import type { Target } from '../target/target.ts'
import { inTime } from '../in-time.ts'
import { interrupts } from '../interrupts.ts'
import { judgeAgain } from './second-attempts.ts'
import type { NeverStarted } from './session.ts'

/** What a header says that only its own command knows. */
export interface HeaderParts
  extends Pick<
    HeaderEvent,
    | 'tool'
    | 'suiteDigest'
    | 'seed'
    | 'jobs'
    | 'argv'
    | 'invocation'
    | 'selection'
    | 'plan'
    | 'baseline'
    | 'evidence'
  > {
  readonly target: Pick<Target, 'name' | 'dialect' | 'vendor' | 'capabilities'>
  /** What its programs say of themselves. */
  readonly programs: HeaderEvent['target']['programs']
}

/** The first event of a judging that begins now. */
export function headerOf({ target, programs, ...parts }: HeaderParts): HeaderEvent {
  const { name, dialect, vendor } = target
  return {
    type: 'header',
    schemaVersion: 2,
    ...parts,
    target: { name, dialect, ...(vendor !== undefined && { vendor }), programs },
    startedAt: new Date().toISOString(),
    capabilitiesOff: capabilitiesOff(target),
  }
}

/** Makes a directory for a judging, without what an earlier one left there. */
export function freshDirectory(path: string): void {
  rmSync(path, { recursive: true, force: true })
  makeDirectory(path)
}

/** The checks of a plan, as the engine knows them. */
export function chosenOf({ collected }: Catalogue, plan: Plan): Collected[] {
  return plan.checks.flatMap((check) => collected.get(check.id) ?? [])
}

/** Checks that are about to be judged. */
export interface Judging {
  readonly engine: Engine
  readonly chosen: readonly Collected[]
  /** Hears of each check. */
  readonly recorder: Recorder
  /** The first starts of the programs: the first that does not come up, once that is known. */
  readonly first?: Promise<NeverStarted | undefined>
}

// A good program comes up while the engine loads, or a little later; checks begin beside a slower one.
const firstStartWithinMs = 500
// Programs are stopped within their own limits; what then still hangs is left to the reaper.
const endsWithinMs = 5_000
// Whoever interrupts a run, a CI that cancels a job, say, does not wait for longer than a moment.
const interruptedWithinMs = 600
/** How long what was opened may take to close then. */
export const closesInterruptedWithinMs = 400

/**
 * Judges checks, unless a program never comes up; an interrupt, and what cannot be written, end it early.
 * @returns whether the engine has nothing more to do
 */
export async function judge({ engine, chosen, recorder, first }: Judging): Promise<boolean> {
  // Most that never come up are found out by now, and then not one check is begun.
  const early = first && (await unlessInterrupted(inTime(first, firstStartWithinMs)))
  if (early !== undefined) recorder.neverStarted(early.role, early.why)
  if (early !== undefined || interrupts.happened) return true
  const running = engine
    .run(chosen, (test) => recorder.onTestCaseResult(test))
    .catch((thrown: unknown) => [messageOf(thrown)])
  const gaveUp = (first ?? Promise.resolve(undefined)).then((never) => {
    if (never === undefined) return new Promise<never>(() => {})
    recorder.neverStarted(never.role, never.why)
    return 0
  })
  const ended = Promise.race([
    interrupts.asked.then(() => {
      recorder.endsEarly()
      return interruptedWithinMs
    }),
    recorder.failed.catch(() => 0),
    recorder.stopped.then(() => endsWithinMs),
    gaveUp,
  ])
  const cancelled = ended.then((withinMs) =>
    inTime(
      engine.cancel().then(() => running),
      withinMs,
    ),
  )
  const errors = await Promise.race([running, cancelled])
  if (!interrupts.happened && !recorder.isStopped) for (const error of errors ?? []) recorder.error(error)
  if (errors === undefined || interrupts.happened || recorder.endedByFault) return errors !== undefined
  return judgeAgain({ engine, chosen }, recorder, interrupts.asked, endsWithinMs)
}

/** What comes of something; nothing once the run is interrupted. */
export async function unlessInterrupted<T>(work: Promise<T>): Promise<T | undefined> {
  // It goes on meanwhile, and nobody hears of its end.
  work.catch(() => {})
  return interrupts.happened ? undefined : Promise.race([work, interrupts.asked.then(() => undefined)])
}

/**
 * Ends the stream of a judging, and gives it; an interrupted one has no footer.
 * @throws HarnessError `config-fault` where events could not be written
 */
export function finished(recorder: Recorder): readonly RunEvent[] {
  if (recorder.fault !== undefined) throw recorder.fault
  recorder.finish(interrupts.happened)
  return recorder.events
}
