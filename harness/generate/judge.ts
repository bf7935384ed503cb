import { countNames } from './counts.ts'
import type { Value } from 'fast-check'
import { currentCheck } from '../check/context.ts'
import { expect } from '../check/expect.ts'
import type { RunSettings } from '../target/settings.ts'
import type { Area, CaseResult } from './area.ts'
import { generatorAt, drawCase } from './draw-case.ts'
import { withTimeLimit } from '../time-limit.ts'
import { type Round, roundsObserved } from './rounds.ts'
import { failWith, isBad, shrinkFailure } from './shrink-case.ts'
import { coverageOf } from './coverage.ts'

// Two parallel starts keep two cores busy.
const batchesAtOnce = 2
const msPerRequest = 200

const defaultMs = 110_000
// Share of the remaining time for batches that run in parallel with a red one. The rest is for shrinking the case.
const waitedShare = 0.25

/** Returns the total time limit for the cases of an area. */
export function limitOf({ generate }: Pick<RunSettings, 'generate'>): number {
  return defaultMs + generate * msPerRequest
}

/** Returns the cases of an area that a run judges: as many as contain the required number of questions. */
export function casesOf<Case>(
  area: Pick<Area<Case>, 'id' | 'cases' | 'requests' | 'cost'>,
  { seed, generate }: Pick<RunSettings, 'seed' | 'generate'>,
): Value<Case>[] {
  const wanted = Math.ceil(generate / (area.cost ?? 1))
  const all: Value<Case>[] = []
  for (let questions = 0, index = 0; questions < wanted; index++) {
    const one = drawCase(area.cases, { seed, area: area.id, index })
    all.push(one)
    questions += Math.max(1, area.requests(one.value))
  }
  return all
}

/** Judges the kept and the drawn cases of an area. If any disagrees, the smallest similar one fails the check. */
export async function judgeCases<Case>(area: Area<Case>): Promise<void> {
  const check = currentCheck()
  const kept = Object.entries(area.regressions)
  const fresh = casesOf(area, check.settings)
  const all = [...kept.map(([, one]) => one), ...fresh.map(({ value }) => value)]
  const judged = await inBatches(area, all)
  recordDrawn(area, all, judged)
  const bad = judged.findIndex((one) => one !== undefined && isBad(one))
  const results = judged.filter((one) => one !== undefined)
  if (bad < 0) return expectAgreement(results)
  const value = fresh[bad - kept.length]
  const from = bad - (bad % area.perStart)
  const companions = all.slice(from, bad)
  const behind = all.slice(bad + 1, from + area.perStart)
  const of = `${results.filter(isBad).length} of ${results.length} cases`
  // With a fault of the reference, only its detection matters.
  if (check.settings.faultTrace) return expectAgreement(judged.slice(bad, bad + 1))
  const [first] = judged[bad]?.disagreements ?? []
  if (value === undefined) return failWith(area, { of, first, starts: 0, value: all[bad] as Case })
  const cases = generatorAt(area.cases, { seed: check.settings.seed, index: bad - kept.length })
  return shrinkFailure({ ...area, cases }, value, { around: [...behind, ...companions], of, first })
}

function expectAgreement(judged: readonly (CaseResult | undefined)[]): void {
  expect(judged.flatMap((one) => one?.disagreements ?? [])).toEqual([])
}

/**
 * Judges all batches, a few at once. After one with disagreements no further batch is started, and the wait for the
 * others is limited.
 * @returns the result of each case; `undefined` if it was not judged
 */
async function inBatches<Case>(
  area: Area<Case>,
  cases: readonly Case[],
): Promise<readonly (CaseResult | undefined)[]> {
  const { perStart } = area
  const { settings } = currentCheck()
  const batches = Array.from({ length: Math.ceil(cases.length / perStart) }, (_, at) =>
    cases.slice(at * perStart, (at + 1) * perStart),
  )
  const wanted = settings.rounds ?? batches.keys()
  const left = [...wanted]
  const judged: (readonly CaseResult[])[] = []
  const rounds: Round[] = []
  let isOver = false
  let over = (): void => {}
  const foundDisagreement = new Promise<void>((resolve) => {
    over = resolve
  })
  const lane = async (): Promise<void> => {
    for (let at = left.shift(); at !== undefined && !isOver; at = left.shift()) {
      const fromMs = Date.now()
      const results = await area.judge(batches[at] ?? [])
      judged[at] = results
      rounds.push({ at, fromMs, toMs: Date.now() })
      if (!results.some(isBad)) continue
      isOver = true
      over()
    }
  }
  // The fault records of programs can be assigned to rounds only if these run one after the other.
  const atOnce = settings.faultTrace ? 1 : batchesAtOnce
  const all = Promise.all(Array.from({ length: atOnce }, lane))
  // Errors after the end of the wait are irrelevant.
  all.catch(() => {})
  const enough = foundDisagreement.then(() => withTimeLimit(all, currentCheck().leftMs() * waitedShare))
  await Promise.race([all, enough])
  if (settings.faultTrace) currentCheck().observe(roundsObserved, rounds)
  return batches.flatMap(
    (batch, at): readonly (CaseResult | undefined)[] => judged[at] ?? batch.map(() => undefined),
  )
}

function recordDrawn<Case>(
  area: Area<Case>,
  cases: readonly Case[],
  all: readonly (CaseResult | undefined)[],
): void {
  const check = currentCheck()
  const results = cases.filter((_, at) => all[at] !== undefined)
  const judged = all.filter((one) => one !== undefined)
  check.observe('cases drawn', {
    seed: check.settings.seed,
    cases: results.length,
    questions: results.reduce((sum, one) => sum + area.requests(one), 0),
    visits: coverageOf(area, results),
  })
  const open = judged.flatMap((one) => one.open ?? [])
  const counts = countNames(open.map(({ what, value }) => `${what}: ${JSON.stringify(value)}`).toSorted())
  if (open.length > 0) check.observe('left open by the documents', counts)
  const deviations = judged.flatMap((one) => one.deviations ?? [])
  if (deviations.length > 0) check.observe('known departures', countNames(deviations.toSorted()))
}
