import { commandNotes } from '../cause/command-notes.ts'
import type { FlagDifferences } from '../evidence/source.ts'
import { isRed } from '../verdict.ts'
import type { FailedOutcome } from './outcome.ts'

/** Evidence that the check recorded before it failed. */
interface CheckEvidence {
  readonly evidence: Iterable<{ readonly name: string; readonly flagDifferences?: FlagDifferences }>
}

/**
 * Adds to the reason of a red check the flags of the harness that the commands of programs dropped, and the flags that
 * they added, because they may be the cause.
 */
export function withCommandNotes<Result extends FailedOutcome>(
  result: Result,
  { evidence }: CheckEvidence,
): Result {
  if (!isRed(result)) return result
  const lines = [...evidence].flatMap(({ name, flagDifferences }) =>
    flagDifferences === undefined ? [] : commandNotes(name, flagDifferences.dropped, flagDifferences.added),
  )
  // The first line must stay first, because a comparison of two runs uses it.
  return lines.length === 0 ? result : { ...result, reason: [result.reason, ...new Set(lines)].join('\n') }
}
