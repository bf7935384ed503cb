import { stripVTControlCharacters } from 'node:util'
import type { Level } from '../catalogue.ts'
import { HarnessError, type HarnessErrorCode, messageOf } from '../errors.ts'
import { isInconclusive } from '../machine/inconclusive.ts'
import type { Assertion, CheckEvent } from '../events.ts'
import { failedVerdict, passedVerdict, type Verdict } from '../verdict.ts'

/** Result of a check from the worker. The command adds facts that depend on the whole run. */
export type CheckOutcome = Pick<
  CheckEvent,
  | 'verdict'
  | 'startedAtMs'
  | 'durationMs'
  | 'reason'
  | 'programError'
  | 'refusedStart'
  | 'expected'
  | 'actual'
  | 'assertions'
  | 'launches'
  | 'observations'
  | 'evidence'
  | 'leaving'
  | 'bound'
> & {
  /** Result in place of `inconclusive` if the machine is not the cause. */
  readonly alternativeResult?: FailedOutcome
}

declare module 'vitest' {
  interface TaskMeta {
    rule?: import('../catalogue.ts').Rule | import('../catalogue.ts').ExcludedRule
    check?: import('../catalogue.ts').PlannedCheck
    ruleLocation?: import('./declared-at.ts').CompiledLocation
    checkLocation?: import('./declared-at.ts').CompiledLocation
    claimedFaults?: readonly string[]
    limitMs?: number
    waits?: true
    outcome?: CheckOutcome
    /** True if the run was interrupted before the check had a result. */
    isCutOff?: true
    /** A missing resource of this machine that prevents all checks. */
    environmentFault?: string
  }
}

const verdictByCode: Readonly<Record<HarnessErrorCode, Verdict>> = {
  usage: 'harness-fault',
  'config-fault': 'harness-fault',
  'nothing-selected': 'harness-fault',
  interrupted: 'harness-fault',
  'harness-fault': 'harness-fault',
  crashed: 'crashed',
  refused: 'broken',
  untestable: 'untestable',
  inconclusive: 'inconclusive',
  'not-applicable': 'not-applicable',
}

/** Returns the verdict on a check that ended without an error. */
export function verdictOfPass(
  level: Level,
  evidence: { assertions: readonly Assertion[]; observations: readonly unknown[] },
): Verdict {
  if (evidence.observations.length === 0 && evidence.assertions.length === 0) return 'harness-fault'
  return passedVerdict(level)
}

/** Result of a check that threw, with a readable reason. */
export type FailedOutcome = Pick<CheckOutcome, 'verdict' | 'programError' | 'refusedStart'> & {
  readonly reason: string
}

/**
 * Returns the result of a check that threw. Colours of programs and libraries are removed, since reports
 * cannot show them.
 */
export function outcomeOfFailure(level: Level, thrown: unknown): FailedOutcome {
  const { verdict, reason } = verdictOfError(level, thrown)
  const refusal = refusedStartIn(thrown)
  const programError = thrown instanceof HarnessError ? thrown.programError : refusal?.programError
  return {
    verdict,
    reason: stripVTControlCharacters(reason),
    ...(programError !== undefined && { programError: stripVTControlCharacters(programError) }),
    ...(refusal !== undefined && { refusedStart: true as const }),
  }
}

/**
 * Returns the result of an inconclusive check if the machine was not the cause of its failed comparison.
 * @param withNotes adds the notes that the reason has without the machine's doubt, because the failure is the same
 */
export function outcomeWithoutMachineDoubt(
  level: Level,
  thrown: unknown,
  withNotes: (outcome: FailedOutcome) => FailedOutcome,
): Pick<CheckOutcome, 'alternativeResult'> {
  if (!isInconclusive(thrown)) return {}
  const underlyingOutcome = outcomeOfFailure(level, thrown.cause)
  return underlyingOutcome.verdict === 'broken' ? { alternativeResult: withNotes(underlyingOutcome) } : {}
}

/** Returns the error of a refused start: the thrown error itself, or the cause of a failed comparison. */
function refusedStartIn(thrown: unknown): HarnessError | undefined {
  const error = isAssertionError(thrown) ? thrown.cause : thrown
  return error instanceof HarnessError && error.code === 'refused' ? error : undefined
}

function verdictOfError(level: Level, thrown: unknown): FailedOutcome {
  if (thrown instanceof HarnessError) return { verdict: verdictByCode[thrown.code], reason: thrown.message }
  if (isAssertionError(thrown)) return { verdict: failedVerdict(level), reason: thrown.message }
  const stackText =
    thrown instanceof Error ? `${thrown.name}: ${thrown.stack ?? thrown.message}` : messageOf(thrown)
  return { verdict: 'harness-fault', reason: stackText }
}

function isAssertionError(thrown: unknown): thrown is Error {
  return (
    thrown instanceof Error &&
    (thrown.name === 'AssertionError' || thrown.constructor.name === 'AssertionError')
  )
}
