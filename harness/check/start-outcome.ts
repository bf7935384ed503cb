import { HarnessError } from '../errors.ts'
import { type Attempt, lacks, refusedStart } from '../launch/attempt.ts'
import { missingFlagIn } from '../launch/missing-flag.ts'
import type { RunningProgram } from '../launch/running.ts'
import { inconclusive } from '../machine/inconclusive.ts'

/** Outcome of a start, as checks of accepted and refused starts compare it. */
export interface StartOutcome {
  readonly outcome: Attempt<RunningProgram>['outcome']
  readonly exitCode: number | null
  /** The line in which a program that ended reports why; before its output, which may be cut. */
  readonly error?: string
  /** What a refusing program said; one that became ready says much that tells nothing. */
  readonly stderr: string
  /** How it crashed, for people. */
  readonly why?: string
  /** That it refused a flag which it does not have, for people. */
  readonly lacks?: string
}

// Some servers quote the whole configuration file before they name what is wrong with it.
const longestStderr = 16_000

/**
 * Outcome of a start.
 * @throws HarnessError `inconclusive` where the machine was too slow for it
 */
export function outcomeOf(attempt: Attempt<RunningProgram>): StartOutcome {
  const { outcome, program } = attempt
  if (outcome === 'hung' && attempt.isStarved) throw inconclusive(attempt.why)
  const stderr = outcome === 'ready' ? '' : program.program.stderr.text.slice(-longestStderr)
  if (outcome === 'crashed')
    return { outcome, exitCode: null, ...errorIn(attempt.programError), stderr, why: attempt.why }
  if (outcome !== 'refused') return { outcome, exitCode: null, stderr }
  const missing = missingFlagIn(program.output, program.given)
  return {
    outcome,
    exitCode: attempt.exitCode,
    ...errorIn(refusedStart(attempt).programError),
    stderr,
    ...(missing !== undefined && { lacks: lacks(program.role, missing) }),
  }
}

function errorIn(error: string | undefined): Pick<StartOutcome, 'error'> {
  return error === undefined ? {} : { error }
}

/**
 * Expects that a start did not crash.
 * @throws HarnessError `crashed`
 */
export function expectNoCrash({ why, error }: StartOutcome): void {
  if (why !== undefined) throw new HarnessError('crashed', why, { programError: error })
}

/** Returns a failed comparison with the error of the program first, where it refused to start. */
export function asRefusal(thrown: unknown, { outcome, exitCode, error }: StartOutcome): unknown {
  if (outcome !== 'refused' || !(thrown instanceof Error)) return thrown
  const what =
    exitCode === 0 ? 'The program ended at once instead of serving' : 'The program refused to start'
  thrown.message = `${what} (exit code ${exitCode})${error === undefined ? '. It printed nothing.' : `: ${error}`}`
  thrown.cause = new HarnessError('refused', thrown.message, { programError: error })
  return thrown
}
