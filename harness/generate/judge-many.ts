import { currentCheck } from '../check/context.ts'
import type { Area, CaseResult } from './area.ts'
import { generatorAt, drawCase } from './draw-case.ts'
import { isBad, shrinkFailure } from './shrink-case.ts'

// Number of parallel servers, which keeps two cores busy.
const parallelBatches = 2

/** Rate and coverage of the cases that a check judged. */
export interface JudgingSummary {
  readonly seed: number
  readonly cases: number
  readonly perSecond: number
  readonly visits: Readonly<Record<string, number>>
}

/**
 * Tests many drawn cases in batches of `perStart`. At most two batches run at a time, which bounds the memory. After a
 * disagreement no further batch is started, and the check fails with the case in its smallest form.
 * @param count number of cases
 * @param name name of the observation that records the cases per second
 */
export async function judgeMany<Case>(area: Area<Case>, count: number, name: string): Promise<void> {
  const check = currentCheck()
  const { seed } = check.settings
  const valueAt = (index: number) => drawCase(area.cases, { seed, area: area.id, index })
  const visits: Record<string, number> = Object.fromEntries(area.coverable.map((one) => [one, 0]))
  const openCounts: Record<string, number> = {}
  const badResults: { readonly index: number; readonly judged: CaseResult }[] = []
  const fromMs = performance.now()
  let nextIndex = 0
  let judgedCount = 0
  const runBatches = async (): Promise<void> => {
    while (nextIndex < count && badResults.length === 0) {
      const batchStart = nextIndex
      nextIndex = Math.min(count, batchStart + area.perStart)
      const cases = Array.from({ length: nextIndex - batchStart }, (_, at) => valueAt(batchStart + at).value)
      const results = await area.judge(cases)
      judgedCount += cases.length
      for (const testCase of cases) addCounts(visits, area.coverage(testCase))
      for (const result of results)
        addCounts(
          openCounts,
          (result.open ?? []).map(({ what }) => what),
        )
      badResults.push(
        ...results.flatMap((caseResult, at) =>
          isBad(caseResult) ? [{ index: batchStart + at, judged: caseResult }] : [],
        ),
      )
    }
  }
  await Promise.all(Array.from({ length: parallelBatches }, runBatches))
  const casesPerSecond = Math.round((judgedCount * 1_000) / (performance.now() - fromMs))
  check.observe(name, {
    seed,
    cases: judgedCount,
    perSecond: casesPerSecond,
    visits,
  } satisfies JudgingSummary)
  if (Object.keys(openCounts).length > 0) check.observe(`${name}: left open by the documents`, openCounts)
  const [first] = badResults.toSorted((a, b) => a.index - b.index)
  if (first === undefined) return
  await shrinkFailure(
    { ...area, cases: generatorAt(area.cases, { seed, index: first.index }) },
    valueAt(first.index),
    {
      companions: [],
      shareText: `${badResults.length} of ${judgedCount} cases`,
      first: first.judged.disagreements[0],
    },
  )
}

function addCounts(counts: Record<string, number>, names: readonly string[]): void {
  for (const name of new Set(names)) counts[name] = (counts[name] ?? 0) + 1
}
