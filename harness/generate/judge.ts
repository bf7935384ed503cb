import { countNames } from './counts.ts'
import type { Value } from 'fast-check'
import { currentCheck } from '../check/context.ts'
import { expect } from '../check/expect.ts'
import type { RunSettings } from '../target/settings.ts'
import type { Area, CaseResult } from './area.ts'
import { generatorAt, drawCase } from './draw-case.ts'
import { withTimeLimit } from '../time-limit.ts'
import { type Round, roundsObserved } from './rounds.ts'
import { failWithCase, isBad, shrinkFailure } from './shrink-case.ts'
import { coverageOf } from './coverage.ts'

// Number of parallel batches, which keeps two cores busy.
const batchesAtOnce = 2
const msPerRequest = 200

const defaultLimitMs = 110_000
// Share of the remaining time for which the batches next to a red batch are awaited. The rest is for shrinking the
// case.
const waitedShare = 0.25

/** Returns the total time limit for the cases of an area. */
export function limitOf({ generate }: Pick<RunSettings, 'generate'>): number {
  return defaultLimitMs + generate * msPerRequest
}

/** Returns the cases of an area that a run judges: as many as contain the required number of requests. */
export function casesOf<Case>(
  area: Pick<Area<Case>, 'id' | 'cases' | 'requests' | 'cost'>,
  { seed, generate }: Pick<RunSettings, 'seed' | 'generate'>,
): Value<Case>[] {
  const wantedCount = Math.ceil(generate / (area.cost ?? 1))
  const drawnCases: Value<Case>[] = []
  for (let requestCount = 0, index = 0; requestCount < wantedCount; index++) {
    const drawnCase = drawCase(area.cases, { seed, area: area.id, index })
    drawnCases.push(drawnCase)
    requestCount += Math.max(1, area.requests(drawnCase.value))
  }
  return drawnCases
}

/** Tests the kept and the drawn cases of an area. If any case disagrees, the smallest similar case fails the check. */
export async function judgeCases<Case>(area: Area<Case>): Promise<void> {
  const check = currentCheck()
  const regressions = Object.entries(area.regressions)
  const freshCases = casesOf(area, check.settings)
  const allCases = [...regressions.map(([, one]) => one), ...freshCases.map(({ value }) => value)]
  const batchResults = await inBatches(area, allCases)
  recordDrawn(area, allCases, batchResults)
  const badIndex = batchResults.findIndex((one) => one !== undefined && isBad(one))
  const results = batchResults.filter((one) => one !== undefined)
  if (badIndex < 0) return expectAgreement(results)
  const doubtError = check.timing.doubtError(new Error(disagreementText(results)))
  // A smaller case would be in doubt as well, and take the time in which the measurement can be repeated.
  if (doubtError !== undefined) throw doubtError
  const value = freshCases[badIndex - regressions.length]
  const batchStart = badIndex - (badIndex % area.perStart)
  const companions = allCases.slice(batchStart, badIndex)
  const casesBehind = allCases.slice(badIndex + 1, batchStart + area.perStart)
  const shareText = `${results.filter(isBad).length} of ${results.length} cases`
  // If a fault of the reference is tried, only its detection matters.
  if (check.settings.faultTrace) return expectAgreement(batchResults.slice(badIndex, badIndex + 1))
  const [first] = batchResults[badIndex]?.disagreements ?? []
  if (value === undefined)
    return failWithCase(area, { shareText, first, starts: 0, value: allCases[badIndex] as Case })
  const cases = generatorAt(area.cases, { seed: check.settings.seed, index: badIndex - regressions.length })
  return shrinkFailure({ ...area, cases }, value, {
    companions: [...casesBehind, ...companions],
    shareText,
    first,
  })
}

function disagreementText(results: readonly CaseResult[]): string {
  return JSON.stringify(results.find(isBad)?.disagreements[0])
}

function expectAgreement(results: readonly (CaseResult | undefined)[]): void {
  expect(results.flatMap((one) => one?.disagreements ?? [])).toEqual([])
}

/**
 * Runs all batches, a few at once. After a batch with disagreements no further batch is started, and the wait for the
 * running batches is limited.
 * @returns the result of each case; `undefined` for a case that did not run
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
  const wantedRounds = settings.rounds ?? batches.keys()
  const remainingRounds = [...wantedRounds]
  const roundResults: (readonly CaseResult[])[] = []
  const rounds: Round[] = []
  let isOver = false
  let endEarly = (): void => {}
  const disagreementFound = new Promise<void>((resolve) => {
    endEarly = resolve
  })
  const runRemainingRounds = async (): Promise<void> => {
    for (
      let roundNumber = remainingRounds.shift();
      roundNumber !== undefined && !isOver;
      roundNumber = remainingRounds.shift()
    ) {
      const fromMs = Date.now()
      const results = await area.judge(batches[roundNumber] ?? [])
      roundResults[roundNumber] = results
      rounds.push({ at: roundNumber, fromMs, toMs: Date.now() })
      if (!results.some(isBad)) continue
      isOver = true
      endEarly()
    }
  }
  // The fault records of programs can be assigned to rounds only if the rounds run one after the other.
  const concurrency = settings.faultTrace ? 1 : batchesAtOnce
  const allRounds = Promise.all(Array.from({ length: concurrency }, runRemainingRounds))
  // Errors after the end of the wait are irrelevant.
  allRounds.catch(() => {})
  const limitedRounds = disagreementFound.then(() =>
    withTimeLimit(allRounds, currentCheck().remainingMs() * waitedShare),
  )
  await Promise.race([allRounds, limitedRounds])
  if (settings.faultTrace) currentCheck().observe(roundsObserved, rounds)
  return batches.flatMap(
    (batch, at): readonly (CaseResult | undefined)[] => roundResults[at] ?? batch.map(() => undefined),
  )
}

function recordDrawn<Case>(
  area: Area<Case>,
  cases: readonly Case[],
  all: readonly (CaseResult | undefined)[],
): void {
  const check = currentCheck()
  const results = cases.filter((_, at) => all[at] !== undefined)
  const judgedCases = all.filter((one) => one !== undefined)
  check.observe('cases drawn', {
    seed: check.settings.seed,
    cases: results.length,
    questions: results.reduce((sum, testCase) => sum + area.requests(testCase), 0),
    visits: coverageOf(area, results),
  })
  const openValues = judgedCases.flatMap((one) => one.open ?? [])
  const counts = countNames(
    openValues.map(({ what, value }) => `${what}: ${JSON.stringify(value)}`).toSorted(),
  )
  if (openValues.length > 0) check.observe('left open by the documents', counts)
  const deviations = judgedCases.flatMap((one) => one.deviations ?? [])
  if (deviations.length > 0) check.observe('known departures', countNames(deviations.toSorted()))
}
