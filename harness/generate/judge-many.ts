import { currentCheck } from '../check/context.ts'
import type { Area, CaseResult } from './area.ts'
import { generatorAt, drawCase } from './draw-case.ts'
import { isBad, shrinkFailure } from './shrink-case.ts'

// Two parallel servers keep two cores busy.
const lanes = 2

/** Rate and coverage of the cases that a check judged. */
export interface Many {
  readonly seed: number
  readonly cases: number
  readonly perSecond: number
  readonly visits: Readonly<Record<string, number>>
}

/**
 * Judges many drawn cases, in batches of `perStart`, with the memory of two batches. After a disagreement no further
 * batch is started, and the smallest similar case fails the check.
 * @param count number of cases
 * @param name name of the observation with their rate
 */
export async function judgeMany<Case>(area: Area<Case>, count: number, name: string): Promise<void> {
  const check = currentCheck()
  const { seed } = check.settings
  const valueAt = (index: number) => drawCase(area.cases, { seed, area: area.id, index })
  const visits: Record<string, number> = Object.fromEntries(area.coverable.map((one) => [one, 0]))
  const open: Record<string, number> = {}
  const bad: { readonly index: number; readonly judged: CaseResult }[] = []
  const fromMs = performance.now()
  let next = 0
  let seen = 0
  const lane = async (): Promise<void> => {
    while (next < count && bad.length === 0) {
      const from = next
      next = Math.min(count, from + area.perStart)
      const cases = Array.from({ length: next - from }, (_, at) => valueAt(from + at).value)
      const judged = await area.judge(cases)
      seen += cases.length
      for (const one of cases) add(visits, area.coverage(one))
      for (const one of judged)
        add(
          open,
          (one.open ?? []).map(({ what }) => what),
        )
      bad.push(...judged.flatMap((one, at) => (isBad(one) ? [{ index: from + at, judged: one }] : [])))
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const perSecond = Math.round((seen * 1_000) / (performance.now() - fromMs))
  check.observe(name, { seed, cases: seen, perSecond, visits } satisfies Many)
  if (Object.keys(open).length > 0) check.observe(`${name}: left open by the documents`, open)
  const [first] = bad.toSorted((a, b) => a.index - b.index)
  if (first === undefined) return
  await shrinkFailure(
    { ...area, cases: generatorAt(area.cases, { seed, index: first.index }) },
    valueAt(first.index),
    {
      around: [],
      of: `${bad.length} of ${seen} cases`,
      first: first.judged.disagreements[0],
    },
  )
}

function add(counts: Record<string, number>, names: readonly string[]): void {
  for (const name of new Set(names)) counts[name] = (counts[name] ?? 0) + 1
}
