import { expect, test } from 'vitest'
// @ts-expect-error The steps of the build are JavaScript, because they run before the compilation.
import { withoutUnused as untyped } from './without-unused.mjs'

const withoutUnused = untyped as (source: string) => string

test.for([
  ['an unused function', 'const f = (a: string) => a\ng()', ';\ng()'],
  [
    'a function that only an unused function calls',
    'const f = () => 1\nconst g = () => f()\nh()',
    ';\n\nh()',
  ],
  ['an unused function of several lines', 'const f = () => {\n  return 1\n}\ng()', ';\n\n\ng()'],
] as const)('%s is removed', ([, source, expected]) => {
  expect(withoutUnused(source)).toBe(expected)
})

test.for([
  'const f = () => 1\nf()',
  'export const f = () => 1',
  'const a = f()',
  'const f = () => 1\ng({ f })',
])('the source %j is unchanged', (source) => {
  expect(withoutUnused(source)).toBe(source)
})
