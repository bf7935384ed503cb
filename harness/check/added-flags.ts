import { isRed } from '../verdict.ts'
import type { Verdict } from '../verdict.ts'

/** Result of a check that threw. */
interface FailedResult {
  readonly verdict: Verdict
  readonly reason: string
}

/** Evidence of the check before the failure. */
interface CheckEvidence {
  readonly evidence: Iterable<{ readonly name: string; readonly addedFlags?: readonly string[] }>
}

const sourcePrefix = 'The command of programs.'

/** Returns the lines of a reason that name flags added by commands. */
export function addedFlagsIn(reason: string): readonly string[] {
  return reason.split('\n').filter((line) => line.startsWith(sourcePrefix))
}

/**
 * Returns the result of a check, with the flags that commands added to the flags of the harness, which may be the cause
 * of a failure.
 */
export function withAddedFlags(failed: FailedResult, { evidence }: CheckEvidence): FailedResult {
  if (!isRed(failed)) return failed
  const lines = [...evidence].flatMap(({ name, addedFlags = [] }) =>
    addedFlags.length === 0
      ? []
      : [`${sourcePrefix}${name} started its program with flags of its own: ${addedFlags.join(' ')}`],
  )
  // The first line must stay first, because a comparison of two runs uses it.
  return lines.length === 0 ? failed : { ...failed, reason: [failed.reason, ...new Set(lines)].join('\n') }
}
