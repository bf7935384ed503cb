import { expect, test } from 'vitest'
// @ts-expect-error The steps of the build are JavaScript, because they run before the compilation.
import { withoutQuirks as untyped } from './without-quirks.mjs'

const withoutQuirks = untyped as (source: string) => string
const flatSource = (source: string): string => withoutQuirks(source).replaceAll(/\s+/g, ' ').trim()

test.for([
  ['a fault last in a condition', "if (a && !quirks.fault('x')) b()", 'if (a) b()'],
  ['a condition that only a fault meets', "if (a && quirks.fault('x')) b()", ';'],
  ['a conditional expression with a fault', "const c = quirks.fault('x') ? a : b + 1", 'const c = (b + 1)'],
  ['a freedom', "return_(this.quirks.freedom('x') || a)", 'return_(a)'],
  ['a constant that only a fault sets', "const isX = a && fault('x'); f(isX ? 1 : 2)", '; f(2)'],
  [
    'a property with the value of such a constant',
    "const isX = fault('x'); f({ isX })",
    '; f({ isX: false })',
  ],
  ['an entry of a list', "f([a, ...(fault('x') ? [b] : [])])", 'f([a])'],
  ['members of an object', "f({ ...(fault('x') && { a }), b })", 'f({ b })'],
  ['a member with a condition', "f({ ...(a && !fault('x') && { a }) })", 'f({ ...(a && { a }) })'],
  [
    'a condition with type annotations',
    "function f(a: boolean): a is true { return a || fault('x' as Name) }",
    'function f(a: boolean): a is true { return a }',
  ],
] as const)('the removal of faults and freedoms simplifies %s', ([, source, expected]) => {
  expect(flatSource(source)).toBe(expected)
})

test.for([
  ['a name that is bound twice', "const a = fault('x'); const f = (a) => a"],
  ['a spread of an empty list in the source', 'f([...[]], { ...{} })'],
  ['a constant', 'const a = true; f(a && b)'],
] as const)('the removal of faults and freedoms leaves %s unchanged', ([, source]) => {
  expect(withoutQuirks(source).replace("fault('x')", 'false')).toBe(source.replace("fault('x')", 'false'))
})

test('the removal of faults and freedoms keeps the number of every line', () => {
  const source = "f({\n  ...(fault('x') ? {\n    a,\n  } : {}),\n})\nif (\n  fault('y')\n) {\n  b()\n}\nc()\n"

  const lines = withoutQuirks(source).split('\n')

  expect(lines[lines.length - 2]).toBe('c()')
  expect(lines).toHaveLength(source.split('\n').length)
})
