import { describe, expect, test } from 'vitest'
import { SeenCase } from '#harness/check/claims.ts'
import { dialects } from '#harness/target/dialects.ts'
import { configurationTables } from './1/index.ts'
import {
  namedCases,
  entryValues,
  fieldsOf,
  type FieldTable,
  inV1alpha1Of,
  mistypedOf,
  nearOf,
  refusalsOf,
  requiredByType,
  requiredOf,
} from './fields.ts'
import { ownersOf } from './rows.ts'

const table: FieldTable = {
  document: 1,
  section: 'S',
  rows: [
    ...fieldsOf('A', 'a.0', {
      type: { requirement: { fault: 'a-missing', inV1alpha1: 'without a type' } },
      time: {
        usualValues: ['1s', undefined],
        mistypedValues: { 'a word': { fault: 'word-accepted', values: ['soon'], subject: 'duration' } },
        refusals: ['second-refused'],
      },
    }),
    ...fieldsOf('B', 'a.0.b', { type: { requirement: { fault: 'b-missing' } } }),
    ...fieldsOf('C', 'a.0.c', { name: { requirement: { fault: 'c-missing', aspect: 'here' } } }, 'sentence'),
  ],
}

test('a table lists the keys of its rows, and the owners of an ambiguous key', () => {
  expect(table.rows.map(({ key }) => key)).toEqual(['type', 'time', 'type', 'C.name'])
  expect(ownersOf(table, 'type')).toEqual(['A', 'B'])
  expect(ownersOf(table, 'time')).toEqual([])
})

test('the aspect of a required field names the type of the field if another type has the same key', () => {
  expect(requiredOf(table, 'required').map(({ path, aspect }) => [path, aspect])).toEqual([
    ['a.0.type', 'of A, required'],
    ['a.0.b.type', 'of B, required'],
    ['a.0.c.name', 'here'],
  ])
  expect(requiredByType(table, 'required').map(({ of, rows, aspect }) => [of, rows, aspect])).toEqual([
    ['A', ['type'], 'of A, required'],
    ['B', ['type'], 'of B, required'],
    ['C', ['C.name'], 'required'],
  ])
})

test('a near miss has its own values, and the fault of its rule unless it names a fault', () => {
  const rule = {
    id: 'a.b',
    says: 'It is short.',
    fault: 'too-long',
    nearMisses: {
      'a minute': ['1m', '2m'],
      'an hour': { fault: 'far-too-long', values: ['1h'], formerly: 'long' },
    },
  } as const

  expect(namedCases(nearOf(rule), ({ values }) => values[0])).toEqual({
    'a minute': new SeenCase(['too-long'], '1m'),
    'an hour': new SeenCase(['far-too-long'], '1h', 'long'),
  })
})

test('values of a wrong type and cases of v1alpha1 name the faults that accept them', () => {
  expect(mistypedOf(table)).toEqual({
    'a word': new SeenCase(['word-accepted'], { changes: { 'a.0.time': 'soon' }, subject: 'duration' }),
  })
  expect(inV1alpha1Of(table)).toEqual({
    'without a type': new SeenCase(['a-missing'], [{ 'a.0.type': undefined }, 'type']),
  })
})

test('an entry of the complete file omits an undefined value, and has the first legal value by default', () => {
  expect(entryValues(table, 'A', 1)).toEqual({ time: undefined })
  expect(entryValues(table, 'A', 2)).toEqual({ time: '1s' })
  expect(refusalsOf(table)).toEqual(['second-refused'])
})

describe.each(Object.values(dialects))('the dialect $name', (dialect) => {
  test('the dialect has a separate word for each field', () => {
    const names = [...new Set(configurationTables.flatMap(({ rows }) => rows.map(({ name }) => name)))]
    const dialectWords = names.map((one) => dialect.word(one))

    expect(new Set(dialectWords).size).toBe(names.length)
    expect(dialect.name === 'orch' ? [] : dialectWords.filter((one) => /orch/i.test(one))).toEqual([])
  })
})
