import type { Arbitrary, Value } from 'fast-check'
import { currentCheck } from '../check/context.ts'
import { expect } from '../check/expect.ts'
import { withTimeLimit } from '../time-limit.ts'
import type { Area, Disagreement, CaseResult } from './area.ts'
import { regressionText } from './regression.ts'
import { notReproducedError } from './not-reproduced.ts'
import { smallestCompanions, smallestCase } from './smallest.ts'

// Maximum number of starts: enough for a readable case, and at most a minute for a slow program.
const maxStarts = 20
// Time that shrinking leaves for the end of a check, which stops programs and writes evidence.
const endsWithinMs = 10_000

/** Reports whether a case disagrees. */
export function isBad({ disagreements }: CaseResult): boolean {
  return disagreements.length > 0
}

/** A case that disagreed in a batch with other cases. */
export interface BatchFailure<Case> {
  /** Cases that shared its start. */
  readonly companions: readonly Case[]
  /** Text with the number of cases that disagreed: `2 of 60 cases`. */
  readonly shareText: string
  /** Disagreement of the case when it was judged with all other cases. */
  readonly first: Disagreement | undefined
}

/** A failing case after shrinking, with the facts for its report. */
export interface ShrunkFailure<Case> {
  readonly value: Case
  readonly twin?: Case
  readonly companions?: readonly Case[]
  readonly shareText: string
  /** Earlier disagreement of the case. */
  readonly first: Disagreement | undefined
  readonly starts: number
}

/**
 * Shrinks a failing case as far as starts and the time of the check allow, and fails the check with the smallest case.
 * If the case fails only together with others, their number is reduced first.
 */
export async function shrinkFailure<Case>(
  area: Area<Case> & { readonly cases: Arbitrary<Case> },
  value: Value<Case>,
  { companions: around, shareText, first }: BatchFailure<Case>,
): Promise<void> {
  const progress = new Progress<Case>({ value: value.value, shareText, first, starts: 0 })
  const judge = async (
    cases: readonly Case[],
    companions: readonly Case[] = [],
  ): Promise<readonly CaseResult[]> => {
    const allResults = await withTimeLimit(area.judge([...companions, ...cases]), remainingMs())
    if (allResults === undefined) throw new TimeUpError()
    return progress.record(cases, companions, allResults.slice(companions.length))
  }
  try {
    return await failWithCase(
      area,
      await smallestOf(area, value, { companions: around, shareText, first }, judge),
    )
  } catch (thrown) {
    if (!(thrown instanceof TimeUpError)) throw thrown
    return failAtOnce(area, progress.found)
  }
}

/** Thrown when the time of a check is over. */
class TimeUpError extends Error {}

function remainingMs(): number {
  return currentCheck().remainingMs() - endsWithinMs
}

/** The smallest case so far, used if there is no more time. */
class Progress<Case> {
  found: ShrunkFailure<Case>

  constructor(found: ShrunkFailure<Case>) {
    this.found = found
  }

  record(
    cases: readonly Case[],
    companions: readonly Case[],
    judged: readonly CaseResult[],
  ): readonly CaseResult[] {
    const badIndex = judged.findIndex(isBad)
    const value = cases[badIndex]
    const [first] = judged[badIndex]?.disagreements ?? []
    const starts = this.found.starts + 1
    this.found =
      value === undefined ? { ...this.found, starts } : { ...this.found, value, companions, first, starts }
    return judged
  }
}

type JudgeCases<Case> = (
  cases: readonly Case[],
  companions?: readonly Case[],
) => Promise<readonly CaseResult[]>

async function smallestOf<Case>(
  area: Area<Case> & { readonly cases: Arbitrary<Case> },
  value: Value<Case>,
  { companions: around, shareText, first }: BatchFailure<Case>,
  judge: JudgeCases<Case>,
): Promise<ShrunkFailure<Case>> {
  const focusedValue = first && area.focused?.(value.value, first)
  if (focusedValue !== undefined && (await judge([focusedValue])).some(isBad))
    return { shareText, first, starts: 1, value: focusedValue }
  const failsWithCompanions = async (companions: readonly Case[]): Promise<boolean> =>
    isBad((await judge([value.value], companions)).at(-1) ?? { disagreements: [] })
  let starts = focusedValue === undefined ? 1 : 2
  let companions: readonly Case[] = []
  if (!(await failsWithCompanions([]))) {
    const smallestGroup = await smallestCompanions(around, failsWithCompanions, maxStarts - 1 - starts)
    companions = smallestGroup.companions
    starts += smallestGroup.starts
  }
  const casesPerStart = companions.length > 0 ? 1 : area.perStart
  const smallest = await smallestCase(
    area.cases,
    value,
    async (candidates) => (await judge(candidates, companions)).map(isBad),
    { starts: maxStarts - 1 - starts, perStart: casesPerStart },
  )
  return { ...smallest, shareText, first, starts: starts + smallest.starts, companions }
}

/**
 * Runs the found case alone on the implementation once more, so that its evidence becomes the evidence of the check.
 */
export async function failWithCase<Case>(area: Area<Case>, found: ShrunkFailure<Case>): Promise<void> {
  currentCheck().record.evidence.clear()
  const judgement = area.judge([...(found.companions ?? []), found.value])
  const result = await withTimeLimit(judgement, remainingMs())
  if (result === undefined) return failAtOnce(area, found)
  const [again] = result.at(-1)?.disagreements ?? []
  const starts = found.starts + 1
  if (again === undefined) throw notReproducedError({ ...found, starts })
  expect(again.actual, regressionText(area, { ...found, asked: again.asked, starts })).toEqual(again.expected)
}

/** Fails with the earlier disagreement of a case, if a program is too slow for another start. */
function failAtOnce<Case>(area: Area<Case>, found: ShrunkFailure<Case>): void {
  const { first } = found
  if (first === undefined) throw notReproducedError(found)
  const text = regressionText(area, { ...found, asked: first.asked, isCut: true })
  expect(first.actual, text).toEqual(first.expected)
}
