import { array, constantFrom, nat, record } from 'fast-check'
import { expect, test } from 'vitest'
import { drawCase } from './draw-case.ts'

const cases = record({ name: constantFrom('a', 'ab', 'b'), counts: array(nat(9), { maxLength: 4 }) })
const drawAt = (place: Partial<Parameters<typeof drawCase>[1]>) =>
  drawCase(cases, { seed: 1, area: 'of.a.test', index: 0, ...place }).value

// The values are exact, because a reported seed must give the same cases on every machine.
test('the same position gives the same case on every machine', () => {
  expect([0, 1, 2].map((index) => drawAt({ index }))).toMatchInlineSnapshot(`
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

test('a different seed, area or index gives a different case', () => {
  const otherCases = [drawAt({ seed: 2 }), drawAt({ area: 'of.another.test' }), drawAt({ index: 7 })]

  expect(otherCases).not.toContainEqual(drawAt({}))
})
