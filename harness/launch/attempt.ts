import { setTimeout as sleep } from 'node:timers/promises'
import { nowMs, withoutPatience } from '../time.ts'
import { maxLateShare, lateMachineAdvice, ownLateness } from '../machine/lateness.ts'
import { roleNames } from '../roles.ts'
import { CommandLine } from './added-flags.ts'
import { crashIn, explainCrash, endOfOutput } from './crash.ts'
import { isFree } from './free-port.ts'
import { markReady } from './fault-trace.ts'
import { interceptionHere } from './interception.ts'
import type { Exit } from './program.ts'
import { withoutRepeats } from './program-digests.ts'
import type { RunningProgram } from './running.ts'

/** A program that serves. */
export interface ReadyStart<P> {
  readonly outcome: 'ready'
  readonly program: P
}

/** Start that the implementation refused: the program exited before it was ready. */
export interface RefusedStart<P> {
  readonly outcome: 'refused'
  readonly exitCode: number | null
  readonly stderr: string
  /** True if the machine kept the program or its peers from working for most of the time. */
  readonly isStarved: boolean
  readonly program: P
}

/** A start that ended in a crash, which is not a refusal. */
export interface CrashedStart<P> {
  readonly outcome: 'crashed'
  /** End and last output of the program, for people. */
  readonly why: string
  readonly programError?: string
  readonly stderr: string
  readonly program: P
}

/** A start without a result within its limit. */
export interface HungStart<P> {
  readonly outcome: 'hung'
  readonly why: string
  readonly programError?: string
  /** True if the machine kept the program or its peers from working for so long that the result is inconclusive. */
  readonly isStarved: boolean
  readonly program: P
}

/** Result of a start. */
export type Attempt<P> = ReadyStart<P> | RefusedStart<P> | CrashedStart<P> | HungStart<P>

/** Durations of earlier starts of the same kind. */
export interface Pace {
  /** Quickest start so far, in milliseconds. */
  quickestMs?: number
}

/** Start of a program, with its readiness check. */
export interface StartOptions<P extends RunningProgram> {
  readonly spawn: () => Promise<P>
  /** Returns the reason why the program is not ready yet, for people; `undefined` once the program is ready. */
  readonly readiness: (program: P, withinMs: number) => Promise<string | undefined>
  /** Time limit of the start. After this time, the start is `hung` and the program is killed. */
  readonly withinMs: number
  /** Duration of earlier starts; without it, readiness is polled from the beginning. */
  readonly pace?: Pace
}

// Wait before the next poll, as a share of the elapsed time: each poll takes processor time that the start needs.
const pollShare = 0.1
const pollMs = { least: 15, most: 200 } as const
// Time before the first poll, as a share of the quickest start so far.
const quickestShare = 0.8

// Matches the error of a program whose port was taken between the check and the bind.
const portTakenPattern = /EADDRINUSE|address already in use/
const maxTries = 3

/** Starts a program and waits until it is ready, has refused to start, has crashed, or has exceeded its time limit. */
export async function attempt<P extends RunningProgram>(start: StartOptions<P>): Promise<Attempt<P>> {
  for (let tryCount = 1; ; tryCount++) {
    const fromMs = nowMs()
    const result = markShortage(await tryOnce(start))
    const launch = { outcome: result.outcome, durationMs: Math.round(nowMs() - fromMs) }
    const { outcome } = result
    result.program.evidence.result =
      outcome === 'refused' ? { outcome, exitCode: result.exitCode } : { outcome }
    const interception = interceptionHere()
    const ranProgram =
      interception && result.outcome === 'ready'
        ? withoutRepeats(await result.program.programDigests())
        : undefined
    interception?.onResult({ ...launch, ...(ranProgram && { ran: ranProgram }) })
    const isPortTaken = result.outcome === 'refused' && portTakenPattern.test(result.stderr)
    if (!isPortTaken) return result
    if (tryCount === maxTries) return markPortTaken(result)
    await result.program.stop()
  }
}

/** Marks a start that failed because the machine lacks a resource, which proves nothing about the program. */
function markShortage<P extends RunningProgram>(startAttempt: Attempt<P>): Attempt<P> {
  if (startAttempt.outcome === 'ready') return startAttempt
  const { program } = startAttempt
  const { shortage } = program
  return shortage === undefined ? startAttempt : starvedStart(program, shortage)
}

/** Marks a start that failed because another process still has a port that the program was given. */
async function markPortTaken<P extends RunningProgram>(startAttempt: Attempt<P>): Promise<Attempt<P>> {
  const { program } = startAttempt
  for (const argument of program.intendedArguments) {
    const [, port] = /port=(\d+)$/.exec(argument) ?? []
    if (port !== undefined && !(await isFree(Number(port))))
      return starvedStart(program, `Port ${port} is taken by another program; end that.`)
  }
  return startAttempt
}

function starvedStart<P extends RunningProgram>(program: P, why: string): HungStart<P> {
  const text = `The test machine kept the ${roleNames[program.role]} from working, so the result is inconclusive: ${why} ${endOfOutput(program.output)}`
  return { outcome: 'hung', why: text, isStarved: true, program }
}

// Maximum additional wait for a starved program, as a share of its limit.
const maxStarvedShare = 1.5
// Minimum time for the last poll. A poll that is shorter than a response would report that nothing responded, whatever
// the previous poll saw.
const minPollMs = 100
// Time after which the lost time of a start is read. A program waits longer for a peer before it exits.
const minElapsedMs = 1_000

async function tryOnce<P extends RunningProgram>(start: StartOptions<P>): Promise<Attempt<P>> {
  const { readiness, pace = {} } = start
  const withinMs = withoutPatience(start.withinMs)
  // The first call begins the measurement of lateness.
  ownLateness()
  const program = await start.spawn()
  const { startedAtMs } = program.program
  const commandLine = new CommandLine(program.program, program.intendedArguments)
  const noteCommandLine = (): void => {
    commandLine.stop()
    program.recordCommandLine(commandLine)
  }
  // Time in which the program or its peers waited for a processor does not count towards the limit. This time is read
  // only when the limit has passed. A program that used a full processor for that long was not delayed, however late
  // the machine is.
  const isBusy = (): boolean => program.usedProcessorMs >= withinMs
  const lostMs = (): number => (isBusy() ? 0 : program.starvedMs + ownLateness().since(startedAtMs))
  const extraMs = (): number => Math.min(lostMs(), maxStarvedShare * withinMs)
  const leftMs = (): number => {
    const remainingMs = startedAtMs + withinMs - nowMs()
    return remainingMs > 0 ? remainingMs : remainingMs + extraMs()
  }
  let lastAnswer = 'nothing answered'
  let isMostlyLost = false
  while (leftMs() > 0) {
    const { exit } = program.program
    const elapsedMs = nowMs() - startedAtMs
    if (exit !== undefined) {
      noteCommandLine()
      return classifyEnd(program, exit, isMostlyLost)
    }
    // Nothing can be read of a program that has ended.
    if (elapsedMs > minElapsedMs) isMostlyLost = lostMs() >= maxLateShare * elapsedMs
    const text = await readiness(program, Math.max(minPollMs, Math.min(leftMs(), start.withinMs)))
    if (text === undefined) {
      const tookMs = nowMs() - startedAtMs
      pace.quickestMs = Math.min(pace.quickestMs ?? tookMs, tookMs)
      noteCommandLine()
      program.recordAddedFlags()
      if (program.settings.faultTrace) markReady(program.directory)
      return { outcome: 'ready', program }
    }
    lastAnswer = text
    await Promise.race([sleep(nextPollMs(nowMs() - startedAtMs, pace)), program.program.exited])
  }
  const isStarved = lostMs() >= maxLateShare * withinMs
  const busyText = isBusy()
    ? ` It used ${secondsText(program.usedProcessorMs)} of processor time meanwhile, which is its own doing, not that of a slow machine.`
    : ''
  noteCommandLine()
  program.program.kill()
  await program.program.exited
  const lateText = isStarved
    ? ` The test machine was overloaded, so the result is inconclusive; ${lateMachineAdvice}.`
    : ''
  const failureText = `The ${roleNames[program.role]} was not ready within ${withinMs} ms: ${lastAnswer}.${busyText}${lateText}`
  const { message, programError } = explainCrash(`${failureText} Its last error`, program.output, 'runs')
  return programError === undefined
    ? { outcome: 'hung', why: `${failureText}\n${endOfOutput(program.output)}`, isStarved, program }
    : { outcome: 'hung', why: message, programError, isStarved, program }
}

/** Classifies the end of a program before it was ready. */
function classifyEnd<P extends RunningProgram>(
  program: P,
  exit: Exit,
  isStarved: boolean,
): RefusedStart<P> | CrashedStart<P> {
  const stderr = program.program.stderr.text
  const { excess } = program
  if (excess !== undefined)
    return { outcome: 'crashed', why: `${excess}\n${endOfOutput(program.output)}`, stderr, program }
  const crash = crashIn(exit, program.output)
  if (crash === undefined) return { outcome: 'refused', exitCode: exit.code, stderr, isStarved, program }
  const failureText = `The ${roleNames[program.role]} crashed while it started (${crash})`
  const { message: why, ...error } = explainCrash(failureText, program.output, 'killed')
  return { outcome: 'crashed', why, ...error, stderr, program }
}

function secondsText(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}

function nextPollMs(sinceMs: number, { quickestMs = 0 }: Pace): number {
  const defaultMs = Math.min(Math.max(sinceMs * pollShare, pollMs.least), pollMs.most)
  return Math.max(defaultMs, quickestMs * quickestShare - sinceMs)
}
