import { HarnessError } from '../errors.ts'
import type { Attempt } from '../launch/attempt.ts'
import { missingFlagError, missingFlagIn, refusedStartError } from '../launch/start-errors.ts'
import type { RunningProgram } from '../launch/running.ts'
import { inconclusiveError } from '../machine/inconclusive.ts'

/** Outcome of a start, as compared by checks of accepted and refused starts. */
export interface StartOutcome {
  readonly outcome: Attempt<RunningProgram>['outcome']
  readonly exitCode: number | null
  /**
   * Line in which an ended program reports the reason. Messages show this line before the output, which may be cut.
   */
  readonly error?: string
  /** Standard error of a program that refused. The output of a ready program is irrelevant. */
  readonly stderr: string
  /** Readable description of the crash. */
  readonly why?: string
  /** Readable message that the program does not have a flag of its command line. */
  readonly lacks?: string
}

// Maximum length of a stored output: some servers quote the whole configuration file before its mistake.
const maxStderrLength = 16_000

/**
 * Returns the outcome of a start.
 * @throws HarnessError `inconclusive` if the machine was too slow for the start
 */
export function outcomeOf(attempt: Attempt<RunningProgram>): StartOutcome {
  const { outcome, program } = attempt
  if (outcome === 'hung' && attempt.isStarved) throw inconclusiveError(attempt.why)
  const stderr = outcome === 'ready' ? '' : program.program.stderr.text.slice(-maxStderrLength)
  if (outcome === 'crashed')
    return { outcome, exitCode: null, ...programErrorIn(attempt.programError), stderr, why: attempt.why }
  if (outcome !== 'refused') return { outcome, exitCode: null, stderr }
  const missingFlag = missingFlagIn(program.output, program.intendedArguments)
  return {
    outcome,
    exitCode: attempt.exitCode,
    ...programErrorIn(refusedStartError(attempt).programError),
    stderr,
    ...(missingFlag !== undefined && { lacks: missingFlagError(program.role, missingFlag) }),
  }
}

function programErrorIn(error: string | undefined): Pick<StartOutcome, 'error'> {
  return error === undefined ? {} : { error }
}

/**
 * Expects that a start did not crash.
 * @throws HarnessError `crashed`
 */
export function expectNoCrash({ why, error }: StartOutcome): void {
  if (why !== undefined) throw new HarnessError('crashed', why, { programError: error })
}

/** Returns a failed comparison with the program error first, if the program refused to start. */
export function toRefusal(thrown: unknown, { outcome, exitCode, error }: StartOutcome): unknown {
  if (outcome !== 'refused' || !(thrown instanceof Error)) return thrown
  const failureText =
    exitCode === 0 ? 'The program ended at once instead of serving' : 'The program refused to start'
  thrown.message = `${failureText} (exit code ${exitCode})${error === undefined ? '. It printed nothing.' : `: ${error}`}`
  thrown.cause = new HarnessError('refused', thrown.message, { programError: error })
  return thrown
}
