import { currentCheck, runOnTarget } from '../check/context.ts'
import { expect } from '../check/expect.ts'
import { HarnessError } from '../errors.ts'
import type { Area, CaseResult } from './area.ts'
import { drawCase, generatorAt } from './draw-case.ts'
import { smallestCase } from './smallest.ts'

/** Name of the observation with the differences of two implementations. */
export const comparedObservation = 'comparison of two implementations'

/** A kind of difference: cases in which the behaviour of two implementations differs in the same way. */
export interface Difference {
  /** Subject of the cases, such as the constraint that they violate. */
  readonly about: string
  /** Behaviour of the first and of the second implementation. */
  readonly outcomes: readonly [string, string]
  readonly cases: number
  /** Known deviations of either implementation that explain the difference; none for a finding. */
  readonly known: readonly string[]
  readonly smallest: unknown
}

/** Result of a comparison of two implementations. */
export interface ComparisonResult {
  readonly seed: number
  readonly cases: number
  readonly perSecond: number
  readonly differences: readonly Difference[]
}

/** An area whose cases are compared. */
export interface ComparedArea<Case> extends Area<Case> {
  readonly aboutOf: (testCase: Case) => string
}

/** The first case of a kind of difference, and the number of its cases. */
interface Kind {
  readonly about: string
  readonly outcomes: readonly [string, string]
  readonly known: readonly string[]
  readonly index: number
  cases: number
}

// Maximum number of kinds that are shrunk; later kinds keep their first case.
const maxShrunkKinds = 10
const maxShrinkStarts = 12
const candidatesPerStart = 50

/**
 * Tests two implementations with the same drawn cases. Each kind of difference is shrunk to its smallest case. The
 * check fails with the kinds that no known deviation explains.
 * @param count number of cases
 */
export async function compareMany<Case>(area: ComparedArea<Case>, count: number): Promise<void> {
  const check = currentCheck()
  const { seed } = check.settings
  const valueAt = (index: number) => drawCase(area.cases, { seed, area: area.id, index })
  const kinds = new Map<string, Kind>()
  const fromMs = performance.now()
  for (let batchStart = 0; batchStart < count; batchStart += area.perStart) {
    const size = Math.min(area.perStart, count - batchStart)
    const cases = Array.from({ length: size }, (_, at) => valueAt(batchStart + at).value)
    const pairs = await judgeOnBothTargets(area, cases)
    for (const [at, pair] of pairs.entries()) {
      const testCase = cases[at]
      if (testCase === undefined || !isDifferent(pair)) continue
      addDifference(kinds, { about: area.aboutOf(testCase), pair, index: batchStart + at })
    }
  }
  const casesPerSecond = Math.round((count * 1_000) / (performance.now() - fromMs))
  const differences: Difference[] = []
  for (const [at, kind] of [...kinds.values()].entries()) {
    const { index, ...difference } = kind
    const smallestValue = at < maxShrunkKinds ? await smallestOf(area, kind) : valueAt(index).value
    differences.push({ ...difference, smallest: smallestValue })
  }
  check.observe(comparedObservation, {
    seed,
    cases: count,
    perSecond: casesPerSecond,
    differences,
  } satisfies ComparisonResult)
  const unknownDifferences = differences.filter(({ known }) => known.length === 0)
  expect(
    unknownDifferences.map(({ about, outcomes: [first, then] }) => `${about}: ${first}, and ${then}`),
    'differences that no known departure explains',
  ).toEqual([])

  async function smallestOf(own: ComparedArea<Case>, kind: Kind): Promise<Case> {
    const cases = generatorAt(own.cases, { seed, index: kind.index })
    const isSameDifference = (testCase: Case | undefined, pair: Pair): boolean =>
      testCase !== undefined && own.aboutOf(testCase) === kind.about && nameOf(pair) === kind.outcomes.join()
    const smallestResult = await smallestCase(
      cases,
      valueAt(kind.index),
      async (candidates) => {
        const pairs = await judgeOnBothTargets(own, candidates)
        return pairs.map((pair, at) => isSameDifference(candidates[at], pair))
      },
      { starts: maxShrinkStarts, perStart: Math.min(own.perStart, candidatesPerStart) },
    )
    return smallestResult.value
  }
}

/** Runs a part of the running check on the second implementation. */
export function runOnSecondTarget<T>(part: () => Promise<T>): Promise<T> {
  const { against } = currentCheck().settings
  if (against === undefined)
    throw new HarnessError('harness-fault', 'There is no second implementation to compare with.')
  return runOnTarget(against, part)
}

type Pair = readonly [CaseResult, CaseResult]

async function judgeOnBothTargets<Case>(
  { judge }: Area<Case>,
  cases: readonly Case[],
): Promise<readonly Pair[]> {
  const [ours, theirs] = await Promise.all([judge(cases), runOnSecondTarget(() => judge(cases))])
  return ours.map((caseResult, at) => [caseResult, theirs[at] ?? { disagreements: [] }])
}

const outcomeOf = ({ outcome = 'unknown' }: CaseResult): string => outcome

function nameOf([ours, theirs]: Pair): string {
  return [outcomeOf(ours), outcomeOf(theirs)].join()
}

function isDifferent([ours, theirs]: Pair): boolean {
  return outcomeOf(ours) !== outcomeOf(theirs)
}

function addDifference(
  kinds: Map<string, Kind>,
  { about, pair, index }: { readonly about: string; readonly pair: Pair; readonly index: number },
): void {
  const knownDeviations = [...new Set(pair.flatMap(({ deviations = [] }) => deviations))]
  const key = [about, nameOf(pair), ...knownDeviations].join('\n')
  const kind = kinds.get(key)
  if (kind !== undefined) kind.cases += 1
  else {
    const [ours, theirs] = pair
    kinds.set(key, {
      about,
      outcomes: [outcomeOf(ours), outcomeOf(theirs)],
      known: knownDeviations,
      index,
      cases: 1,
    })
  }
}
