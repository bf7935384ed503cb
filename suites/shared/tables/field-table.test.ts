import { describe, expect, test } from 'vitest'
import { Seeing } from '#harness/check/claims.ts'
import { dialects } from '#harness/target/dialects.ts'
import { authorizationTable } from './authorization.ts'
import {
  entryOf,
  type FieldTable,
  inV1alpha1Of,
  keysOf,
  missesOf,
  mistypedOf,
  nameOf,
  requiredOf,
  sameKeyOf,
} from './field-table.ts'

const table: FieldTable = {
  document: 1,
  section: 'S',
  fields: [
    {
      key: 'type',
      of: 'A',
      path: 'a.0.type',
      required: { fault: 'a-missing', inV1alpha1: 'without a type' },
    },
    {
      key: 'time',
      of: 'A',
      path: 'a.0.time',
      complete: ['1s', undefined],
      wrong: { 'a minute': { fault: 'too-long', values: ['1m', '2m'] } },
      mistyped: { 'a word': { fault: 'word-accepted', values: ['soon'], about: 'duration' } },
    },
    { key: 'type', of: 'B', path: 'a.0.b.type', required: { fault: 'b-missing' } },
    { key: 'C.name', of: 'C', path: 'a.0.c.name', required: { fault: 'c-missing' } },
  ],
}

test('a table gives the keys of rows, and whose they are where two have one', () => {
  expect(keysOf(table)).toEqual(['type', 'time', 'type', 'C.name'])
  expect(sameKeyOf(table)).toEqual({ type: ['A', 'B'] })
})

test('required fields are grouped by their type, which the aspect names if another has the key', () => {
  expect(requiredOf(table).map(({ of, rows, aspect }) => [of, rows, aspect])).toEqual([
    ['A', ['type'], 'of A, Required'],
    ['B', ['type'], 'of B, Required'],
    ['C', ['C.name'], 'Required'],
  ])
})

test('a near miss has its first value and its fault', () => {
  expect(missesOf(table, 'time')).toEqual({ 'a minute': new Seeing(['too-long'], '1m') })
  expect(mistypedOf(table)).toEqual({
    'a word': new Seeing(['word-accepted'], { changes: { 'a.0.time': 'soon' }, about: 'duration' }),
  })
  expect(inV1alpha1Of(table)).toEqual({
    'without a type': new Seeing(['a-missing'], [{ 'a.0.type': undefined }, 'type']),
  })
})

test('an entry of the complete file leaves out what its value says, and has the first where there is none', () => {
  expect(entryOf(table, 'A', 1)).toEqual({ time: undefined })
  expect(entryOf(table, 'A', 2)).toEqual({ time: '1s' })
})

describe.each(Object.values(dialects))('the dialect $name', (dialect) => {
  test('has a word for each field, and one for each alone', () => {
    const names = [...new Set(authorizationTable.fields.map(nameOf))]
    const words = names.map((one) => dialect.word(one))

    expect(new Set(words).size).toBe(names.length)
    expect(dialect.name === 'orch' ? [] : words.filter((one) => /orch/i.test(one))).toEqual([])
  })
})
