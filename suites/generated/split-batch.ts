import { currentCheck } from '#kit'
import type { Disagreement, CaseResult } from '#kit/generate.ts'

/**
 * Judges the cases of a failed start again, in two halves, to find the cases that prevent the start.
 * @param startDisagreement the disagreement if the start contained only one case
 */
export async function splitBatch<T>(
  cases: readonly T[],
  judge: (half: readonly T[]) => Promise<readonly CaseResult[]>,
  startDisagreement: Disagreement,
): Promise<readonly CaseResult[]> {
  // With a fault of the reference, only its detection matters.
  if (cases.length === 1 || currentCheck().settings.faultTrace)
    return cases.map((_, at) => ({ disagreements: at === 0 ? [startDisagreement] : [] }))
  const middleIndex = cases.length >> 1
  return [...(await judge(cases.slice(0, middleIndex))), ...(await judge(cases.slice(middleIndex)))]
}
