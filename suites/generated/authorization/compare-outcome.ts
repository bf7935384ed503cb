import type { ExpectedOutcome } from './model.ts'

/** Reports whether an outcome is as expected, except for its open parts. */
export function isSameOutcome(expected: ExpectedOutcome, actual: ExpectedOutcome): boolean {
  return (
    expected.decision === actual.decision &&
    expected.asked.every((one, place) => one === undefined || one === actual.asked[place])
  )
}
