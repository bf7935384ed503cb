import { commandNotesIn } from '#harness/cause/command-notes.ts'
import { outputMark } from '#harness/cause/failure-cause.ts'
import { stripControlCharacters, truncate } from './plain-text.ts'
import type { RunCheck } from './run-schema.ts'

/** Returns the reason of a check without the shown expected and actual values, or undefined if nothing is left. */
export function reasonOf(check: Pick<RunCheck, 'reason' | 'expected' | 'actual'>): string | undefined {
  const { reason, expected, actual } = check
  if (reason === null) return undefined
  const hasValues = expected !== null || actual !== null
  if (!hasValues || !/^(AssertionError: )?expected /.test(reason)) return reason
  const noteLines = commandNotesIn(reason)
  return noteLines.length === 0 ? undefined : noteLines.join('\n')
}

// Maximum length of a program error. Longer errors quote their input, and are cut in the middle.
const maxErrorLength = 600

/** Returns the error of a program for lists: complete, or without its middle when it is very long. */
export function errorText(error: string): string {
  const text = stripControlCharacters(error).replace(/\s+/g, ' ')
  if (text.length <= maxErrorLength) return text
  return `${text.slice(0, maxErrorLength / 2)} … ${text.slice(-maxErrorLength / 2)}`
}

/**
 * Returns the reason of a check on one line for lists. A program error comes first and is complete.
 * @param maxLength maximum length of everything else, in characters
 */
export function briefReason(
  check: Pick<RunCheck, 'reason' | 'expected' | 'actual' | 'programError'>,
  maxLength: number,
): string | undefined {
  const { programError, reason } = check
  if (programError === undefined) {
    const ownReason = reasonOf(check)?.split(`\n${outputMark}`)[0]
    return ownReason === undefined ? undefined : truncate(stripControlCharacters(ownReason), maxLength)
  }
  const [first = ''] = (reason ?? '').split('\n')
  const remainingReason = first.replace(programError, '').replace(/[:\s]+$/, '')
  const noteText = commandNotesIn(reason ?? '').join(' ')
  return [
    errorText(programError),
    stripControlCharacters(remainingReason) &&
      `(${truncate(stripControlCharacters(remainingReason), maxLength)})`,
    stripControlCharacters(noteText),
  ]
    .filter((part) => part !== '')
    .join(' ')
}
