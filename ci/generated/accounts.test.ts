import { expect, test } from 'vitest'
import { coverageOf as countVisits } from '#harness/generate/coverage.ts'
import { coverable, coverageOf } from '../../suites/generated/accounts/coverage.ts'
import { accountCases } from '../../suites/generated/accounts/draw.ts'
import { drawCases } from './testing/seen-faults.ts'

test('drawn tokens of service accounts cover all categories', () => {
  const cases = drawCases(accountCases, 'generated.authentication.accounts', 150)
  const visits = countVisits({ coverage: coverageOf, coverable }, cases)

  expect(Object.entries(visits).filter(([, count]) => count === 0)).toEqual([])
})
