import { HarnessError } from '../errors.ts'
import { type Attempt, type Hung, notReady, type Pace } from '../launch/attempt.ts'
import type { RunningProgram } from '../launch/running.ts'
import { Slots } from '../launch/slots.ts'
import { startsAtOnce } from '../launch/slowing.ts'
import { currentCheck } from './context.ts'
import { expect } from './expect.ts'
import { shared } from './shared.ts'
import { asRefusal, expectNoCrash, outcomeOf, type StartOutcome } from './start-outcome.ts'

export type { StartOutcome }

/** A start that came to an end, with what must be released when nobody needs its program any longer. */
export interface Tried<P extends RunningProgram> {
  readonly attempt: Attempt<P>
  /** Stops what was started beside the program. */
  readonly release: () => Promise<void>
}

/** How a role's program is started for checks. */
export interface Launcher<Spec, P extends RunningProgram> {
  /** Starts what the program needs and the program itself; when it rejects, nothing is left. */
  try(spec: Spec, withinMs: number, pace: Pace): Promise<Tried<P>>
}

/** What a refusal's text speaks of: the name of a field or flag, or one of several where it may be any of them. */
export type About = string | readonly string[]

/** The ways in which checks have a role's program started. */
export interface Launching<Spec, P extends RunningProgram> {
  /** Starts one for the running check alone; it is stopped when the check has ended. */
  readonly start: (spec: Spec) => Promise<P>
  /** One for all checks of a file, started by the first that needs it. */
  readonly shared: (spec: () => Promise<Spec> | Spec) => () => Promise<P>
  /** Starts one just to see whether it becomes ready or refuses, then stops it; `whileReady` may look at it before. */
  readonly outcome: (spec: Spec, whileReady?: (program: P) => Promise<void>) => Promise<StartOutcome>
  /** How one start comes out for all checks of a file that ask; the first of them starts it. */
  readonly sharedOutcome: (spec: () => Promise<Spec> | Spec) => () => Promise<StartOutcome>
  /** The accepted twin of refusals: a program with this becomes ready. */
  readonly expectAccepted: (spec: Spec) => Promise<void>
  /**
   * A program with this ends of itself, non-zero, before it ever answers.
   * @param about the field or flag at fault; where the dialect's texts name it, another reason is no refusal of this
   */
  readonly expectRefusal: (spec: Spec, about: About) => Promise<void>
}

let slots: Slots | undefined

/** Starts at most as many programs at once as the machine carries; waiting for that is no time of the program's. */
export function inSlot<T>(work: () => Promise<T>): Promise<T> {
  const { settings, timing } = currentCheck()
  slots ??= new Slots(startsAtOnce(settings.startsAtOnce))
  const hasItsTurn = timing.queues()
  return slots.run(() => {
    hasItsTurn()
    return work()
  })
}

/** What the starts of one suite file have shown so far. */
interface FileState {
  readonly pace: Pace
  /** The starts that came to nothing. */
  readonly hung: Hung<RunningProgram>[]
}

// A program that never came up twice will not do so for the next hundred checks, each of which would wait its limit out.
const mostHungStarts = 2
// A machine that let it not work says nothing about the next start, but each costs more than the limit.
const mostStarvedStarts = 4

/** The ways to have a role's program started, by how it is started. */
export function launching<Spec, P extends RunningProgram>(launcher: Launcher<Spec, P>): Launching<Spec, P> {
  const files = new WeakMap<object, FileState>()
  const stateOf = (file: object): FileState => {
    let state = files.get(file)
    if (state === undefined) files.set(file, (state = { pace: {}, hung: [] }))
    return state
  }

  const launch = async (spec: Spec): Promise<Tried<P>> => {
    const { file, settings } = currentCheck()
    const state = stateOf(file)
    endWhereNoneComesUp(state)
    const { readyMs } = settings.target.limits
    const tried = await inSlot(() => launcher.try(spec, readyMs, state.pace))
    if (tried.attempt.outcome === 'hung') {
      tried.attempt.program.evidence.keep()
      state.hung.push(tried.attempt)
    }
    return tried
  }

  const see = async (spec: Spec, whileReady?: (program: P) => Promise<void>) => {
    const { file, settings } = currentCheck()
    const { limits } = settings.target
    const withinMs = Math.max(limits.refusedMs, limits.readyMs)
    const { pace } = stateOf(file)
    // The slot is for the start alone: a look at the program may start another one, and would wait for itself.
    const tried = await inSlot(() => launcher.try(spec, withinMs, pace))
    const { attempt } = tried
    try {
      if (attempt.outcome === 'ready') await whileReady?.(attempt.program)
    } finally {
      // Somebody may want to look at it after the check.
      if (!settings.repro?.keeps) await attempt.program.program.stop(limits.stopMs)
    }
    return tried
  }

  const outcome: Launching<Spec, P>['outcome'] = async (spec, whileReady) => {
    const check = currentCheck()
    const tried = await see(spec, whileReady)
    check.show(tried.attempt.program.evidence)
    check.defer(() => ended(tried))
    return outcomeOf(tried.attempt)
  }

  return {
    start: async (spec) => {
      const tried = await launch(spec)
      currentCheck().defer(() => ended(tried))
      return used(tried)
    },
    shared: (spec) => {
      const one = shared(async () => launch(await spec()), ended)
      return async () => used(await one())
    },
    outcome,
    sharedOutcome: (spec) => {
      const one = shared(async () => see(await spec()), ended)
      return async () => {
        const { attempt } = await one()
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

/** Ends the check where enough starts have shown that none comes up, with the evidence and the verdict of the last. */
function endWhereNoneComesUp({ hung }: FileState): void {
  const own = hung.filter(({ isStarved }) => !isStarved)
  const last =
    own.length >= mostHungStarts ? own.at(-1) : hung.length >= mostStarvedStarts ? hung.at(-1) : undefined
  if (last === undefined) return
  currentCheck().show(last.program.evidence)
  throw new HarnessError(
    last.isStarved ? 'inconclusive' : 'crashed',
    `The program never became ready in ${hung.length} starts of this file, so it was not started again. The last: ${last.why}`,
    { programError: last.programError },
  )
}

/** The program of a start that had to come to readiness: part of the check's evidence, and still running. */
function used<P extends RunningProgram>({ attempt }: Tried<P>): P {
  const { program } = attempt
  currentCheck().show(program.evidence)
  if (attempt.outcome !== 'ready') throw notReady(attempt)
  if (program.program.exit !== undefined) throw program.crash('before the check began')
  currentCheck().reliesOn(program)
  return program
}

async function ended({ attempt, release }: Tried<RunningProgram>): Promise<void> {
  await attempt.program.stop()
  await release()
}

/** Expects an outcome to be a program that became ready. */
export function expectReady(seen: StartOutcome): void {
  expectNoCrash(seen)
  if (seen.lacks !== undefined) expect(seen.outcome, seen.lacks).toBe('ready')
  try {
    expect(seen).toMatchObject({ outcome: 'ready' })
  } catch (thrown) {
    throw asRefusal(thrown, seen)
  }
}

/** Expects what a start showed among others to be accepted; where that start was spoiled, it is tried by itself. */
export async function expectReadyAmong(together: StartOutcome, alone: () => Promise<void>): Promise<void> {
  if (together.outcome === 'ready') expectReady(together)
  else await alone()
}

/** Expects an outcome to be a refusal, with the reason that is asked for where the dialect's texts tell it. */
export function expectRefusal(seen: StartOutcome, about: About): void {
  const names = [about].flat()
  if (names.length === 0 || names.includes(''))
    throw new HarnessError('harness-fault', 'A refusal is about nothing: name the field or flag at fault.')
  expectNoCrash(seen)
  if (seen.lacks !== undefined) throw new HarnessError('untestable', seen.lacks)
  expect(seen).toMatchObject({ outcome: 'refused' })
  expect(seen.exitCode, 'the exit code').not.toBe(0)
  const { dialect } = currentCheck()
  const { refusalNames } = dialect
  if (refusalNames === undefined || names.some((name) => refusalNames(seen.stderr, dialect.word(name))))
    return
  throw new HarnessError(
    'untestable',
    `The start was refused, but for another reason than ${names.join(' or ')}: ${seen.error ?? 'it printed nothing.'}`,
    { programError: seen.error },
  )
}
