import type { CaseGenerators } from '#harness/generate/area.ts'
import { generatorAt, drawCase } from '#harness/generate/draw-case.ts'
import { smallestCase } from '#harness/generate/smallest.ts'

/** Returns the cases of an area that a run with the usual seed draws. */
export function drawCases<T>(cases: CaseGenerators<T>, area: string, count: number): T[] {
  return Array.from({ length: count }, (_, index) => drawCase(cases, { seed: 1, area, index }).value)
}

/** Maximum share of faults that the drawn cases may miss. The missed faults vary with every change to the drawing. */
export const maxUndetectedShare = 0.06

/** Returns the faults that no case detects. */
export async function undetectedFaults<Fault extends string, T>(
  faults: readonly Fault[],
  cases: readonly T[],
  disagrees: (one: T, fault: Fault) => Promise<boolean> | boolean,
): Promise<Fault[]> {
  const survivors: Fault[] = []
  for (const fault of faults) {
    let isDetected = false
    for (const testCase of cases) {
      // A program with a fault may also throw an error, which every check notices.
      isDetected = await (async () => disagrees(testCase, fault))().catch(() => true)
      if (isDetected) break
    }
    if (!isDetected) survivors.push(fault)
  }
  return survivors
}

/** Maximum number of characters of a shrunk case: about a dozen lines of JSON, which a person reads at a glance. */
export const maxReadableLength = 1_500

/**
 * Shrinks the first case that detects a fault. Reports whether the shrinking stays within the starts, and whether the
 * result is short and still detects the fault.
 */
export async function shrinkDetectingCase<T>(
  cases: CaseGenerators<T>,
  area: string,
  disagrees: (one: T) => Promise<boolean> | boolean,
): Promise<{
  readonly isWithinStarts: boolean
  readonly isShort: boolean
  readonly isStillDetected: boolean
}> {
  for (let index = 0; ; index++) {
    const drawnCase = drawCase(cases, { seed: 1, area, index })
    if (!(await disagrees(drawnCase.value))) continue
    const smallest = await smallestCase(
      generatorAt(cases, { seed: 1, index }),
      drawnCase,
      async (candidates) => {
        const failing: boolean[] = []
        for (const candidate of candidates) failing.push(await disagrees(candidate))
        return failing
      },
      { starts: 18, perStart: 60 },
    )
    return {
      isWithinStarts: smallest.starts <= 18,
      isShort: JSON.stringify(smallest.value).length < maxReadableLength,
      isStillDetected: await disagrees(smallest.value),
    }
  }
}

/** Result of `shrinkDetectingCase` for a case that shrinks as required. */
export const expectedShrinkResult = { isWithinStarts: true, isShort: true, isStillDetected: true } as const
