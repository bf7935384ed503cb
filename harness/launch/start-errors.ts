import { HarnessError } from '../errors.ts'
import { inconclusiveError, machineLateError } from '../machine/inconclusive.ts'
import { type Role, roleNames } from '../roles.ts'
import type { Attempt, RefusedStart } from './attempt.ts'
import { endOf, endOfOutput, explainCrash } from './crash.ts'
import type { RunningProgram } from './running.ts'

// Messages of the usual command-line parsers for an unknown flag: `unknown flag: --x`, `unrecognized option '--x'`,
// `flag provided but not defined: -x`.
const unknownFlagPattern =
  /(?:(?:unknown|unrecognized|unexpected|unsupported|no such) (?:command[- ]line )?(?:flag|option|argument|switch|parameter)s?|flag provided but not defined)\W{0,4}?(-{1,2}[\w.-]+)/i

/**
 * Returns the flag of a command line that a program reports as unknown, if its message has a usual form.
 * @param output output of the program before it ended
 * @param command command line of the program
 */
export function missingFlagIn(output: string, command: readonly string[]): string | undefined {
  const [, named] = unknownFlagPattern.exec(output) ?? []
  if (named === undefined) return undefined
  const flag = `--${named.replace(/^-+/, '')}`
  return command.some((argument) => argument === flag || argument.startsWith(`${flag}=`)) ? flag : undefined
}

/** Returns the message that a program does not have a flag. Reports recognize its consequences by these words. */
export function missingFlagError(role: Role, flag: string): string {
  return `The ${roleNames[role]} does not have the flag ${flag}.`
}

// Matches the output of a program that stopped waiting for a peer. Such a program has not rejected its settings.
const timeoutPattern = /deadline ?exceeded|time(?:d )?-?out/i

/**
 * Returns the error of a start that did not become ready: refused, crashed, or inconclusive if the machine was too
 * slow.
 */
export function notReadyError(
  startAttempt: Exclude<Attempt<RunningProgram>, { outcome: 'ready' }>,
): HarnessError {
  const { programError } = startAttempt.outcome === 'refused' ? {} : startAttempt
  if (startAttempt.outcome === 'crashed')
    return new HarnessError('crashed', startAttempt.why, { programError })
  if (startAttempt.outcome === 'hung') {
    const errorOptions = { detail: 'not-ready', programError } as const
    return startAttempt.isStarved
      ? inconclusiveError(startAttempt.why, errorOptions)
      : new HarnessError('crashed', startAttempt.why, errorOptions)
  }
  const { role, output } = startAttempt.program
  const missingFlag = missingFlagIn(output, startAttempt.program.intendedArguments)
  if (missingFlag !== undefined)
    return new HarnessError('untestable', `${missingFlagError(role, missingFlag)}\n${endOfOutput(output)}`)
  const error = refusedStartError(startAttempt)
  const hasGivenUp = timeoutPattern.test(error.programError ?? error.message)
  return startAttempt.isStarved && hasGivenUp ? machineLateError(error.message, error) : error
}

/** Returns the error of an orderly refusal to start, although the documents allow the start. */
export function refusedStartError({ program, exitCode }: RefusedStart<RunningProgram>): HarnessError {
  const { exit } = program.program
  const endText = exit === undefined ? `exit code ${exitCode}` : endOf(exit)
  const failureText = exitCode === 0 ? 'ended at once instead of serving' : 'refused to start'
  const { message, programError } = explainCrash(
    `The ${roleNames[program.role]} ${failureText} (${endText})`,
    program.output,
    'ended',
  )
  return new HarnessError('refused', message, { programError })
}
