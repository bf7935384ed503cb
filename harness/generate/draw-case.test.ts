import { array, constantFrom, nat, record } from 'fast-check'
import { expect, test } from 'vitest'
import { drawCase } from './draw-case.ts'

const cases = record({ name: constantFrom('a', 'ab', 'b'), counts: array(nat(9), { maxLength: 4 }) })
const at = (place: Partial<Parameters<typeof drawCase>[1]>) =>
  drawCase(cases, { seed: 1, area: 'of.a.test', index: 0, ...place }).value

// Exact values for every machine: a reported seed must give the same cases elsewhere.
test('the same place draws the same case on every machine', () => {
  expect([0, 1, 2].map((index) => at({ index }))).toMatchInlineSnapshot(`
    [
      {
        "counts": [],
        "name": "ab",
      },
      {
        "counts": [
          0,
        ],
        "name": "b",
      },
      {
        "counts": [
          9,
        ],
        "name": "a",
      },
    ]
  `)
})

test('other seeds, areas and indexes draw other cases', () => {
  const all = [at({ seed: 2 }), at({ area: 'of.another.test' }), at({ index: 7 })]

  expect(all).not.toContainEqual(at({}))
})
