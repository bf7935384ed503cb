import { addedFlagsIn } from '#harness/check/added-flags.ts'
import { outputMark } from '#harness/cause/failure-cause.ts'
import { plain, shortened } from './plain.ts'
import type { RunCheck } from './run-schema.ts'

/** The reason of a check without what expected and actual say already, where these are shown; none if nothing is left. */
export function reasonOf(check: Pick<RunCheck, 'reason' | 'expected' | 'actual'>): string | undefined {
  const { reason, expected, actual } = check
  if (reason === null) return undefined
  const hasValues = expected !== null || actual !== null
  if (!hasValues || !/^(AssertionError: )?expected /.test(reason)) return reason
  const others = addedFlagsIn(reason)
  return others.length === 0 ? undefined : others.join('\n')
}

// An error of a program longer than this quotes what it is about; the end of it tells more than its middle.
const longestError = 600

/** The error of a program as lists show it: in whole, or without its middle where it is very long. */
export function errorText(error: string): string {
  const text = plain(error).replace(/\s+/g, ' ')
  if (text.length <= longestError) return text
  return `${text.slice(0, longestError / 2)} … ${text.slice(-longestError / 2)}`
}

/**
 * The reason of a check on one line, for lists: the error of the program first and in whole, where it has one.
 * @param longest after so many characters anything else is cut
 */
export function briefReason(
  check: Pick<RunCheck, 'reason' | 'expected' | 'actual' | 'programError'>,
  longest: number,
): string | undefined {
  const { programError, reason } = check
  if (programError === undefined) {
    const own = reasonOf(check)?.split(`\n${outputMark}`)[0]
    return own === undefined ? undefined : shortened(plain(own), longest)
  }
  const [first = ''] = (reason ?? '').split('\n')
  const rest = first.replace(programError, '').replace(/[:\s]+$/, '')
  const others = addedFlagsIn(reason ?? '').join(' ')
  return [errorText(programError), plain(rest) && `(${shortened(plain(rest), longest)})`, plain(others)]
    .filter((part) => part !== '')
    .join(' ')
}
