import type { CheckEvent } from '../events.ts'
import { causeLineOf } from './cause-line.ts'
import { steady } from './steady.ts'

/** A failure as far as its cause is concerned. */
export type Failing = Pick<CheckEvent, 'verdict' | 'refusedStart' | 'reason' | 'programError'>

/** Marks where the output of a program begins in a reason. */
export const outputMark = 'Last output: '

/**
 * The cause of a failure without what differs from run to run: the same text for the same cause.
 * @returns the error that the program reports, else what the reason says before the output of the program
 */
export function steadyCause({ programError, reason = '' }: Pick<Failing, 'programError' | 'reason'>): string {
  return programError === undefined ? steadyReason(reason) : steady(programError)
}

/** The first line of a reason, and the crash that the lines below it report. */
export function steadyReason(reason: string): string {
  const [said = ''] = reason.split(outputMark)
  const [first = '', ...rest] = said.trimEnd().split('\n')
  const below = causeLineOf(rest.join('\n'))
  return steady(below === undefined || below.by !== 'trace' ? first : `${first}\n${below.text}`)
}

/** Returns whether the same end of a program, with the same error, made both checks fail. */
export function sharesCause(one: CheckEvent, other: CheckEvent): boolean {
  return endKey(one) === endKey(other)
}

/**
 * Names the end of a program that made a check fail; the id of the check where no program ended. A check in which the
 * program ended, and one that found it gone, have two ends: on a start of its own the second one passes.
 */
export function endKey({ id, verdict, refusedStart, reason, programError = '' }: CheckEvent): string {
  const isEnd = verdict === 'crashed' || refusedStart === true
  return isEnd && reason !== undefined ? `${steadyReason(reason)}\n${steady(programError)}` : id
}
