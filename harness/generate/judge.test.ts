import { nat } from 'fast-check'
import { expect, test } from 'vitest'
import type { CheckContext } from '../check/context.ts'
import { HarnessError } from '../errors.ts'
import { asCheck } from '../testing/fake-check.ts'
import type { Area, CaseResult } from './area.ts'
import { casesOf, judgeCases } from './judge.ts'

/** Returns an area of numbers whose judge reports these disagreements, one per start, and then none. */
function numbersArea(...disagreements: readonly unknown[]): Area<number> {
  let starts = 0
  return {
    id: 'of.a.test',
    cases: nat(1_000),
    regressions: {},
    regressionsFile: 'kept.ts',
    perStart: 1,
    requests: () => 1,
    coverage: () => [],
    coverable: [],
    judge: async (cases) => {
      const actual = disagreements[starts++]
      return cases.map(
        (request): CaseResult => ({
          disagreements: actual === undefined ? [] : [{ asked: request, expected: 'ready', actual }],
        }),
      )
    },
  }
}

/** Returns the error of `judgeCases`, and reports whether the measurement may be repeated. */
async function outcomeOf(area: Area<number>): Promise<{ thrown: unknown; again: boolean }> {
  return asCheck(async (check: CheckContext) => {
    const thrownError = await judgeCases(area).catch((error: unknown) => error)
    return { thrown: thrownError, again: await check.startAgain() }
  })
}

test('judgeCases passes if no case disagrees', async () => {
  expect(await outcomeOf(numbersArea())).toEqual({ thrown: undefined, again: false })
})

test('judgeCases tests only the selected rounds if a fault is tried, and records their times', async () => {
  const judgedBatches: (readonly number[])[] = []
  const area: Area<number> = {
    ...numbersArea(),
    perStart: 2,
    judge: async (cases) => {
      judgedBatches.push(cases)
      return cases.map(() => ({ disagreements: [] }))
    },
  }
  const caseValues = casesOf(area, { seed: 1, generate: 20 }).map(({ value }) => value)
  const observations = await asCheck(
    async (check) => {
      await judgeCases(area)
      return check.record.observations
    },
    { trial: { faultTrace: true, rounds: [3, 1] } },
  )

  expect(judgedBatches).toEqual([caseValues.slice(6, 8), caseValues.slice(2, 4)])
  expect(observations.find(({ what }) => what === 'rounds')?.value).toMatchObject([{ at: 3 }, { at: 1 }])
})

test('a disagreement that is not reproducible is untestable, and the error has the observed values', async () => {
  const { thrown, again } = await outcomeOf(numbersArea('refused'))

  expect(thrown).toBeInstanceOf(HarnessError)
  expect(thrown).toMatchObject({ code: 'untestable' })
  expect(String(thrown)).toMatch(/^HarnessError: 1 of \d+ cases disagreed.*"actual":"refused"/)
  expect(again).toBe(false)
})

test('a disagreement because of a single slow start is measured again', async () => {
  const { thrown, again } = await outcomeOf(numbersArea({ outcome: 'hung' }))

  expect(thrown).toMatchObject({ code: 'inconclusive' })
  expect(again).toBe(true)
})

test('a disagreement of a program that is too slow for shrinking fails the check with the smallest case so far', async () => {
  const refusals = Array.from({ length: 100 }, () => 'refused')
  const { judge, ...area } = numbersArea(...refusals)
  let starts = 0
  // The first case is quick enough to be recorded; the others never end.
  const slowArea: Area<number> = {
    ...area,
    judge: (cases) => (++starts > 2 ? new Promise(() => {}) : judge(cases)),
  }
  const thrownError = await asCheck(async (check) => {
    check.setRemainingMs(11_000)
    return judgeCases(slowArea).catch((error: unknown) => error)
  })

  expect(thrownError).not.toBeInstanceOf(HarnessError)
  expect(String(thrownError)).toMatch(
    /disagree; the smallest like the first, after \d+ starts?, when the time/,
  )
})

test('a reproducible disagreement fails the check with the smallest case', async () => {
  const hungOutcomes = Array.from({ length: 100 }, () => ({ outcome: 'hung' }))
  const { thrown } = await outcomeOf(numbersArea(...hungOutcomes))

  expect(thrown).not.toBeInstanceOf(HarnessError)
  expect(String(thrown)).toContain("'say what it is about': 0,")
})
