import type { Outcome } from './model.ts'

/** Reports whether an outcome is as expected, except for its open parts. */
export function agrees(expected: Outcome, actual: Outcome): boolean {
  return (
    expected.decision === actual.decision &&
    expected.asked.every((one, place) => one === undefined || one === actual.asked[place])
  )
}
