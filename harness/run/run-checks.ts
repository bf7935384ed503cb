import { rmSync } from 'node:fs'
import type { TestCase } from 'vitest/node'
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
import { withTimeLimit } from '../time-limit.ts'
import { interrupts } from '../interrupts.ts'
import { judgeAgain } from './second-attempts.ts'
import type { NeverStarted } from './session.ts'

/** Parts of a header that only its own command knows. */
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
    | 'pages'
    | 'baseline'
    | 'evidence'
    | 'network'
  > {
  readonly target: Pick<Target, 'name' | 'dialect' | 'vendor' | 'capabilities'>
  /** Versions that the target's programs report. */
  readonly programs: HeaderEvent['target']['programs']
}

/** Returns the first event of a run that begins now. */
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

/** Makes a directory for a run, without files of an earlier run. */
export function makeFreshDirectory(path: string): void {
  rmSync(path, { recursive: true, force: true })
  makeDirectory(path)
}

/** Returns the checks of a plan, as the engine knows them. */
export function selectModules({ collected }: Catalogue, plan: Plan): Collected[] {
  return plan.checks.flatMap((check) => collected.get(check.id) ?? [])
}

/** Checks to run. */
export interface ChecksRun {
  readonly engine: Engine
  readonly chosen: readonly Collected[]
  /** Ids of the checks that run before all others, in their order. */
  readonly sooner?: readonly string[]
  /** Receives each check. */
  readonly recorder: Recorder
  /** First starts of the programs: resolves to the first program that does not start, once that is known. */
  readonly first?: Promise<NeverStarted | undefined>
}

// Time to wait for the first start once the engine is loaded; for a slower program, checks begin meanwhile.
const firstStartWithinMs = 500
// Time limit for the end of all programs, which are stopped within separate limits. The reaper ends the remaining
// programs.
const endsWithinMs = 5_000
// Time limit after an interrupt: the caller, such as a CI job, waits only for a moment.
const interruptedWithinMs = 600
/** Time limit for closing opened resources after an interrupt. */
export const closesInterruptedWithinMs = 400

/**
 * Runs checks, unless a program never starts. An interrupt or a failed write ends the run early.
 * @returns true if the engine has nothing more to do
 */
export async function runChecks({
  engine,
  chosen,
  sooner = [],
  recorder,
  first,
}: ChecksRun): Promise<boolean> {
  // Most programs that never start are detected by now, before any check begins.
  const earlyFailure = first && (await unlessInterrupted(withTimeLimit(first, firstStartWithinMs)))
  if (earlyFailure !== undefined) recorder.recordNeverStarted(earlyFailure.role, earlyFailure.why)
  if (earlyFailure !== undefined || interrupts.isInterrupted) return true
  let isCancelled = false
  const [soonerChecks, laterChecks] = inOrder(chosen, sooner)
  const engineRun = (async () => {
    const report = (test: TestCase): void => recorder.onTestCaseResult(test)
    const errors = soonerChecks.length > 0 ? await engine.run(soonerChecks, report, 'given') : []
    if (isCancelled || laterChecks.length === 0) return errors
    return [...errors, ...(await engine.run(laterChecks, report))]
  })().catch((thrown: unknown) => [messageOf(thrown)])
  const firstFailure = (first ?? Promise.resolve(undefined)).then((never) => {
    if (never === undefined) return new Promise<never>(() => {})
    recorder.recordNeverStarted(never.role, never.why)
    return 0
  })
  const runEnd = Promise.race([
    interrupts.whenInterrupted.then(() => {
      recorder.recordEarlyEnd()
      return interruptedWithinMs
    }),
    recorder.failure.catch(() => 0),
    recorder.whenStopped.then(() => endsWithinMs),
    firstFailure,
  ])
  const cancellation = runEnd.then((withinMs) => {
    isCancelled = true
    return withTimeLimit(
      engine.cancel().then(() => engineRun),
      withinMs,
    )
  })
  const errors = await Promise.race([engineRun, cancellation])
  if (!interrupts.isInterrupted && !recorder.isStopped)
    for (const error of errors ?? []) recorder.error(error)
  if (errors === undefined || interrupts.isInterrupted || recorder.hasInvalidResults)
    return errors !== undefined
  return judgeAgain({ engine, chosen }, recorder, interrupts.whenInterrupted, endsWithinMs)
}

/** Returns the checks that run first, in the order of their ids, and the other checks. */
function inOrder(
  chosen: readonly Collected[],
  ids: readonly string[],
): readonly [sooner: Collected[], later: Collected[]] {
  const positionById = new Map(ids.map((id, place) => [id, place]))
  const placeOf = ({ check }: Collected): number => positionById.get(check?.id ?? '') ?? Infinity
  const isSooner = (one: Collected): boolean => placeOf(one) < Infinity
  return [
    chosen.filter(isSooner).toSorted((a, b) => placeOf(a) - placeOf(b)),
    chosen.filter((one) => !isSooner(one)),
  ]
}

/** Returns the result of the work; undefined once the run is interrupted. */
export async function unlessInterrupted<T>(work: Promise<T>): Promise<T | undefined> {
  // The work continues meanwhile, and its end is ignored.
  work.catch(() => {})
  return interrupts.isInterrupted
    ? undefined
    : Promise.race([work, interrupts.whenInterrupted.then(() => undefined)])
}

/**
 * Ends the event stream of a run and returns its events. An interrupted run has no footer.
 * @throws HarnessError `config-fault` if events could not be written
 */
export function finishEvents(recorder: Recorder): readonly RunEvent[] {
  if (recorder.writeError !== undefined) throw recorder.writeError
  recorder.finish(interrupts.isInterrupted)
  return recorder.events
}
