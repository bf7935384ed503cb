import { expect, test } from 'vitest'
import { coverageOf as countVisits } from '#harness/generate/coverage.ts'
import { anonymous } from '../../reference/apiserver/authentication/anonymous.ts'
import { anonymousCases } from '../../suites/generated/anonymous/draw.ts'
import type { AnonymousCase } from '../../suites/generated/anonymous/model.ts'
import { isAdmitted, pathOf } from '../../suites/generated/anonymous/oracle.ts'
import { coverable, coverageOf } from '../../suites/generated/anonymous/coverage.ts'
import { withFaults } from '../../reference/testing/with-faults.ts'
import {
  drawCases,
  shrinkDetectingCase,
  expectedShrinkResult,
  undetectedFaults,
} from './testing/seen-faults.ts'

const cases = drawCases(anonymousCases, 'generated.anonymous.conditions', 1_000)

/** Returns the paths about which the reference and the oracle disagree. */
async function disagreements(testCase: AnonymousCase): Promise<unknown[]> {
  const settings = { enabled: () => testCase.enabled, paths: testCase.conditions }
  const authenticator = anonymous(settings)
  const mismatches: unknown[] = []
  for (const target of testCase.targets) {
    const request = { path: pathOf(target), target } as Parameters<typeof authenticator.authenticate>[0]
    const [expected, actual] = [isAdmitted(testCase, target), await authenticator.authenticate(request)]
    if (expected !== 'open' && expected !== (actual !== undefined)) mismatches.push({ ...testCase, target })
  }
  return mismatches
}

test('the oracle of anonymous requests and the reference agree', async () => {
  const mismatches: unknown[] = []
  for (const testCase of cases) mismatches.push(...(await disagreements(testCase)))

  expect(mismatches.slice(0, 2)).toEqual([])
})

test('drawn conditions cover all categories', () => {
  const visits = countVisits({ coverage: coverageOf, coverable }, cases.slice(0, 200))

  expect(Object.entries(visits).filter(([, request]) => request === 0)).toEqual([])
})

// Faults that paths show. All other faults show in the file, or in a whole server.
const faults = [
  'anonymous-conditions-ignored',
  'only-first-anonymous-condition-used',
  'all-anonymous-conditions-required',
  'anonymous-path-prefix-accepted',
  'anonymous-parent-path-accepted',
  'anonymous-path-case-ignored',
  'anonymous-path-trailing-slash-ignored',
  'anonymous-path-compared-with-query',
] as const

test('drawn conditions detect every fault of comparing paths', async () => {
  expect(
    await undetectedFaults(
      faults,
      cases.slice(0, 100),
      async (testCase, fault) => (await withFaults([fault], () => disagreements(testCase))).length > 0,
    ),
  ).toEqual([])
})

test.each(faults)('a case that detects %s shrinks within a few starts', async (fault) => {
  const shrinkResult = await shrinkDetectingCase(
    anonymousCases,
    'generated.anonymous.conditions',
    async (one) => (await withFaults([fault], () => disagreements(one))).length > 0,
  )

  expect(shrinkResult).toEqual(expectedShrinkResult)
})
