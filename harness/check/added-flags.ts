import { isRed } from '../verdict.ts'
import type { Verdict } from '../verdict.ts'

/** What a check that threw came to. */
interface Failed {
  readonly verdict: Verdict
  readonly reason: string
}

/** What it saw until then. */
interface Seen {
  readonly evidence: Iterable<{ readonly name: string; readonly addedFlags?: readonly string[] }>
}

const begin = 'The command of programs.'

/** The lines of a reason that name such flags. */
export function addedFlagsIn(reason: string): readonly string[] {
  return reason.split('\n').filter((line) => line.startsWith(begin))
}

/** What a check came to, with the flags that commands added to those of the harness: they may be the cause of a failure. */
export function withAddedFlags(failed: Failed, { evidence }: Seen): Failed {
  if (!isRed(failed)) return failed
  const lines = [...evidence].flatMap(({ name, addedFlags = [] }) =>
    addedFlags.length === 0
      ? []
      : [`${begin}${name} started its program with flags of its own: ${addedFlags.join(' ')}`],
  )
  // Behind all else: the first line is what two runs are compared by.
  return lines.length === 0 ? failed : { ...failed, reason: [failed.reason, ...new Set(lines)].join('\n') }
}
