import type { CheckEvent } from '../events.ts'
import { causeLineOf } from './cause-line.ts'
import { stableText } from './stable-text.ts'

/** The parts of a failure that determine its cause. */
export type FailedCheck = Pick<CheckEvent, 'verdict' | 'refusedStart' | 'reason' | 'programError'>

/** Marks the beginning of the program output in a reason. */
export const outputMark = 'Last output: '

/**
 * Returns the cause of a failure without details that vary between runs, so that equal causes have equal texts.
 * @returns the error that the program reports, else the part of the reason before the program output
 */
export function stableCause({
  programError,
  reason = '',
}: Pick<FailedCheck, 'programError' | 'reason'>): string {
  return programError === undefined ? stableReason(reason) : stableText(programError)
}

/** Returns the first line of a reason, and the crash that the lines below it report. */
export function stableReason(reason: string): string {
  const [message = ''] = reason.split(outputMark)
  const [first = '', ...rest] = message.trimEnd().split('\n')
  const causeBelow = causeLineOf(rest.join('\n'))
  return stableText(
    causeBelow === undefined || causeBelow.source !== 'trace' ? first : `${first}\n${causeBelow.text}`,
  )
}

/** Reports whether both checks failed because of the same end of a program, with the same error. */
export function hasSameCause(one: CheckEvent, other: CheckEvent): boolean {
  return causeKey(one) === causeKey(other)
}

/**
 * Returns a key for the end of the program that made a check fail, or the id of the check if no program ended. A check
 * during which the program ended and a check that found the program ended have different causes: with a separate start,
 * the latter passes.
 */
export function causeKey({ id, verdict, refusedStart, reason, programError = '' }: CheckEvent): string {
  const isProgramEnd = verdict === 'crashed' || refusedStart === true
  return isProgramEnd && reason !== undefined ? `${stableReason(reason)}\n${stableText(programError)}` : id
}
