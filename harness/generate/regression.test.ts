import { expect, test } from 'vitest'
import { regressionText } from './regression.ts'

test('a found case is reported with the nearest agreeing case and the line that keeps the found case', () => {
  const text = regressionText(
    { regressionsFile: 'suites/generated/jwt/regressions.ts' },
    {
      value: { list: [41] },
      twin: { list: [40] },
      asked: { claims: 41 },
      shareText: '2 of 60 cases',
      starts: 5,
    },
  )

  expect(text).toMatchInlineSnapshot(`
    "2 of 60 cases disagree; the smallest like the first, after 5 starts:
      {"claims":41}
    One step smaller, and it agrees:
      {"list":[40]}
    To keep it, add to suites/generated/jwt/regressions.ts:
      'say what it is about': {"list":[41]},"
  `)
})
