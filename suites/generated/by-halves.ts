import { currentCheck } from '#harness/check/context.ts'
import type { Disagreement, Judged } from '#harness/generate/area.ts'

/**
 * Judges cases whose start did not come up once more, by halves: that shows which of them kept it down.
 * @param alone what is wrong when one case is all that the start carried
 */
export async function byHalves<T>(
  cases: readonly T[],
  judge: (half: readonly T[]) => Promise<readonly Judged[]>,
  alone: Disagreement,
): Promise<readonly Judged[]> {
  // Under a fault of the reference only whether it is seen matters.
  if (cases.length === 1 || currentCheck().settings.faultTrace)
    return cases.map((_, at) => ({ disagreements: at === 0 ? [alone] : [] }))
  const middle = cases.length >> 1
  return [...(await judge(cases.slice(0, middle))), ...(await judge(cases.slice(middle)))]
}
