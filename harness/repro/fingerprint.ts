import type { CheckEvent } from '../events.ts'

/** Returns the comparable result of a check: its outcome without values that are new in each run. */
export function fingerprintOf(check: CheckEvent): string {
  const failedIndex = check.assertions.findIndex(({ passed }) => !passed)
  const failedAssertion = check.assertions[failedIndex]
  if (failedAssertion === undefined) return `${check.verdict} ${maskText(firstLine(check.reason ?? ''))}`
  return `${check.verdict} at ${failedIndex} ${failedAssertion.matcher} ${maskText(JSON.stringify(failedAssertion.expected ?? null))}`
}

/** Returns the actual value of the failed comparison. */
export function evidenceOf(check: CheckEvent): string {
  return JSON.stringify(check.assertions.find(({ passed }) => !passed)?.actual ?? null)
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}

/** Replaces ports, times, identifiers and temporary paths, which differ between any two runs. */
function maskText(text: string): string {
  return text
    .replaceAll(/\/[\w./-]*orch-conformance-[\w./-]*/g, '<path>')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27,}/g, '<id>')
    .replaceAll(/\d{3,}/g, '<n>')
}
