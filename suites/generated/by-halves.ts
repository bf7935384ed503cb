import { currentCheck } from '#kit'
import type { Disagreement, Judged } from '#kit/generate.ts'

/**
 * Judges cases again whose start failed, in two halves, to find the cases that prevent the start.
 * @param alone the disagreement if the start contained only one case
 */
export async function byHalves<T>(
  cases: readonly T[],
  judge: (half: readonly T[]) => Promise<readonly Judged[]>,
  alone: Disagreement,
): Promise<readonly Judged[]> {
  // With a fault of the reference, only its detection matters.
  if (cases.length === 1 || currentCheck().settings.faultTrace)
    return cases.map((_, at) => ({ disagreements: at === 0 ? [alone] : [] }))
  const middle = cases.length >> 1
  return [...(await judge(cases.slice(0, middle))), ...(await judge(cases.slice(middle)))]
}
