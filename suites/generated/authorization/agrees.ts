import type { Outcome } from './model.ts'

/** Whether an outcome is as expected, where nothing of it is open. */
export function agrees(expected: Outcome, actual: Outcome): boolean {
  return (
    expected.decision === actual.decision &&
    expected.asked.every((one, place) => one === undefined || one === actual.asked[place])
  )
}
