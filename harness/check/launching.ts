import { HarnessError } from '../errors.ts'
import { type Attempt, type HungStart, type Pace } from '../launch/attempt.ts'
import { notReadyError } from '../launch/start-errors.ts'
import type { RunningProgram } from '../launch/running.ts'
import { Slots } from '../launch/slots.ts'
import { startsAtOnce } from '../launch/slow-starts.ts'
import { currentCheck } from './context.ts'
import { expect } from './expect.ts'
import { shared } from './shared.ts'
import { toRefusal, expectNoCrash, outcomeOf, type StartOutcome } from './start-outcome.ts'

export type { StartOutcome }

/** A finished start, with the resources to release after the last use of its program. */
export interface StartAttempt<P extends RunningProgram> {
  readonly attempt: Attempt<P>
  /** Stops the peers that were started with the program. */
  readonly release: () => Promise<void>
}

/** Starts the program of a role for checks. */
export interface Launcher<Spec, P extends RunningProgram> {
  /** Starts the program and its peers. After a rejection, neither of them runs. */
  try(spec: Spec, withinMs: number, pace: Pace): Promise<StartAttempt<P>>
}

/** Name of the field or flag that the text of a refusal must contain; of several names, any is sufficient. */
export type RefusalSubject = string | readonly string[]

/** Ways for checks to start a role's program. */
export interface Launching<Spec, P extends RunningProgram> {
  /** Starts a program for the running check alone. The program is stopped when the check has ended. */
  readonly start: (spec: Spec) => Promise<P>
  /** Shares one program between all checks of a file, started by the first check that needs the program. */
  readonly shared: (spec: () => Promise<Spec> | Spec) => () => Promise<P>
  /**
   * Starts a program to see whether it becomes ready or refuses, then stops it; `whileReady` may use the ready program
   * before the stop.
   */
  readonly outcome: (spec: Spec, whileReady?: (program: P) => Promise<void>) => Promise<StartOutcome>
  /**
   * Shares the outcome of one start between all checks of a file that need the outcome; the first of these checks
   * starts the program.
   */
  readonly sharedOutcome: (spec: () => Promise<Spec> | Spec) => () => Promise<StartOutcome>
  /** Control check of refusals: expects that a program with this spec becomes ready. */
  readonly expectAccepted: (spec: Spec) => Promise<void>
  /**
   * Expects that a program with this spec ends by itself with a code other than 0, before it ever responds.
   * @param subject the wrong field or flag; if the dialect's texts name the field or flag, the refusal must name it
   */
  readonly expectRefusal: (spec: Spec, subject: RefusalSubject) => Promise<void>
}

let slots: Slots | undefined

/** Starts at most as many programs at once as the machine can run. The wait is not counted as time of the program. */
export function runInSlot<T>(work: () => Promise<T>): Promise<T> {
  const { settings, timing } = currentCheck()
  slots ??= new Slots(startsAtOnce(settings.startsAtOnce))
  const endWait = timing.beginQueueWait()
  return slots.run(() => {
    endWait()
    return work()
  })
}

/** Starts of one suite file, as far as they determine later starts. */
interface FileState {
  readonly pace: Pace
  /** Starts after which the program neither became ready nor ended. */
  readonly hungStarts: HungStart<RunningProgram>[]
}

// Number of hung starts after which all further checks of a file fail without a start.
const maxHungStarts = 2
// Maximum number of starved starts. A starved start does not predict the next start, but each exceeds the time limit.
const maxStarvedStarts = 4

/** Returns the ways to start a role's program, given its launcher. */
export function launching<Spec, P extends RunningProgram>(launcher: Launcher<Spec, P>): Launching<Spec, P> {
  const files = new WeakMap<object, FileState>()
  const stateOf = (file: object): FileState => {
    let state = files.get(file)
    if (state === undefined) files.set(file, (state = { pace: {}, hungStarts: [] }))
    return state
  }

  const launch = async (spec: Spec): Promise<StartAttempt<P>> => {
    const { file, settings } = currentCheck()
    const state = stateOf(file)
    failIfAllHung(state)
    const { readyMs } = settings.target.limits
    const startAttempt = await runInSlot(() => launcher.try(spec, readyMs, state.pace))
    if (startAttempt.attempt.outcome === 'hung') {
      startAttempt.attempt.program.evidence.keep()
      state.hungStarts.push(startAttempt.attempt)
    }
    return startAttempt
  }

  const startAndStop = async (spec: Spec, whileReady?: (program: P) => Promise<void>) => {
    const { file, settings } = currentCheck()
    const { limits } = settings.target
    const withinMs = Math.max(limits.refusedMs, limits.readyMs)
    const { pace } = stateOf(file)
    // Holds the slot only for the start: a callback on the program may start a second program, which would wait for
    // this slot.
    const startAttempt = await runInSlot(() => launcher.try(spec, withinMs, pace))
    const { attempt } = startAttempt
    try {
      if (attempt.outcome === 'ready') await whileReady?.(attempt.program)
    } finally {
      // A user may want to examine the program after the check.
      if (!settings.repro?.keeps) await attempt.program.program.stop(limits.stopMs)
    }
    return startAttempt
  }

  const outcome: Launching<Spec, P>['outcome'] = async (spec, whileReady) => {
    const check = currentCheck()
    const startAttempt = await startAndStop(spec, whileReady)
    check.show(startAttempt.attempt.program.evidence)
    check.defer(() => releaseAttempt(startAttempt))
    return outcomeOf(startAttempt.attempt)
  }

  return {
    start: async (spec) => {
      const startAttempt = await launch(spec)
      currentCheck().defer(() => releaseAttempt(startAttempt))
      return useAttempt(startAttempt)
    },
    shared: (spec) => {
      const sharedStart = shared(async () => launch(await spec()), releaseAttempt)
      return async () => useAttempt(await sharedStart())
    },
    outcome,
    sharedOutcome: (spec) => {
      const sharedOutcome = shared(async () => startAndStop(await spec()), releaseAttempt)
      return async () => {
        const { attempt } = await sharedOutcome()
        currentCheck().show(attempt.program.evidence)
        return outcomeOf(attempt)
      }
    },
    expectAccepted: async (spec) => {
      expectReady(await outcome(spec))
    },
    expectRefusal: async (spec, about) => expectRefusal(await outcome(spec), about),
  }
}

/** Ends the check, with the evidence and the verdict of the last hung start, if the maximum number of starts hung. */
function failIfAllHung({ hungStarts }: FileState): void {
  const ownHungStarts = hungStarts.filter(({ isStarved }) => !isStarved)
  const lastHungStart =
    ownHungStarts.length >= maxHungStarts
      ? ownHungStarts.at(-1)
      : hungStarts.length >= maxStarvedStarts
        ? hungStarts.at(-1)
        : undefined
  if (lastHungStart === undefined) return
  currentCheck().show(lastHungStart.program.evidence)
  throw new HarnessError(
    lastHungStart.isStarved ? 'inconclusive' : 'crashed',
    `The program never became ready in ${hungStarts.length} starts of this file, so it was not started again. The last: ${lastHungStart.why}`,
    { programError: lastHungStart.programError },
  )
}

/** Returns the program of a start that must become ready: part of the check's evidence, and still running. */
function useAttempt<P extends RunningProgram>({ attempt }: StartAttempt<P>): P {
  const { program } = attempt
  currentCheck().show(program.evidence)
  if (attempt.outcome !== 'ready') throw notReadyError(attempt)
  if (program.program.exit !== undefined) throw program.crash('before the check began')
  currentCheck().dependsOn(program)
  return program
}

async function releaseAttempt({ attempt, release }: StartAttempt<RunningProgram>): Promise<void> {
  await attempt.program.stop()
  await release()
}

/** Expects an outcome to be a program that became ready. */
export function expectReady(outcome: StartOutcome): void {
  expectNoCrash(outcome)
  if (outcome.lacks !== undefined) expect(outcome.outcome, outcome.lacks).toBe('ready')
  try {
    expect(outcome).toMatchObject({ outcome: 'ready' })
  } catch (thrown) {
    throw toRefusal(thrown, outcome)
  }
}

/**
 * Expects that a start with several specs became ready. If the start failed, tests the spec of the check separately,
 * because another spec may be the cause.
 */
export async function expectReadyAmong(together: StartOutcome, alone: () => Promise<void>): Promise<void> {
  if (together.outcome === 'ready') expectReady(together)
  else await alone()
}

/** Expects an outcome to be a refusal, for the given reason if the dialect's texts contain it. */
export function expectRefusal(outcome: StartOutcome, about: RefusalSubject): void {
  const names = [about].flat()
  if (names.length === 0 || names.includes(''))
    throw new HarnessError('harness-fault', 'A refusal is about nothing: name the field or flag at fault.')
  expectNoCrash(outcome)
  if (outcome.lacks !== undefined) throw new HarnessError('untestable', outcome.lacks)
  expect(outcome).toMatchObject({ outcome: 'refused' })
  expect(outcome.exitCode, 'the exit code').not.toBe(0)
  const { dialect } = currentCheck()
  const { refusalNames } = dialect
  if (refusalNames === undefined || names.some((name) => refusalNames(outcome.stderr, dialect.word(name))))
    return
  throw new HarnessError(
    'untestable',
    `The start was refused, but for another reason than ${names.join(' or ')}: ${outcome.error ?? 'it printed nothing.'}`,
    { programError: outcome.error },
  )
}
