import { isRed } from '../verdict.ts'
import type { Verdict } from '../verdict.ts'

/** Result of a check that threw. */
interface FailedResult {
  readonly verdict: Verdict
  readonly reason: string
}

/** Evidence that the check recorded before it failed. */
interface CheckEvidence {
  readonly evidence: Iterable<{ readonly name: string; readonly addedFlags?: readonly string[] }>
}

const sourcePrefix = 'The command of programs.'

/** Returns the lines of a reason that name flags added by commands. */
export function addedFlagsIn(reason: string): readonly string[] {
  return reason.split('\n').filter((line) => line.startsWith(sourcePrefix))
}

/**
 * Adds to the reason of a red check the flags that the commands of programs added to those of the harness,
 * because they may be the cause.
 */
export function withAddedFlags(result: FailedResult, { evidence }: CheckEvidence): FailedResult {
  if (!isRed(result)) return result
  const lines = [...evidence].flatMap(({ name, addedFlags = [] }) =>
    addedFlags.length === 0
      ? []
      : [`${sourcePrefix}${name} started its program with flags of its own: ${addedFlags.join(' ')}`],
  )
  // The first line must stay first, because a comparison of two runs uses it.
  return lines.length === 0 ? result : { ...result, reason: [result.reason, ...new Set(lines)].join('\n') }
}
