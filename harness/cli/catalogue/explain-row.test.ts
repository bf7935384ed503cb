import { describe, expect, test } from 'vitest'
import type { Rule } from '../../catalogue.ts'
import type { Constraint } from '../../constraints.ts'
import type { DocumentPart } from '../../outline.ts'
import { connectionsOf, rowTexts } from './explain-row.ts'

const at = { document: 3, section: 'Flags' } as const
const part: DocumentPart = { ...at, row: '--x', program: 'apiserver', profile: 'apiserver-flags' }
const rule: Rule = {
  id: 'flag.x',
  level: 'MUST',
  says: 'X.',
  source: { ...at, rows: ['--x'] },
  program: 'apiserver',
  profile: 'apiserver-flags',
  judgedBy: 'refusal',
}
const excludes: Constraint = {
  kind: 'excludes',
  from: [{ ...at, row: '--x' }],
  to: [{ ...at, row: '--y' }],
  says: 'Not both.',
  rules: ['flag.x'],
}
const unjudged: Constraint = {
  kind: 'requires',
  from: [{ ...at, row: '--y' }],
  to: [{ ...at, row: '--x' }],
  says: 'With X.',
  rules: [],
  reason: 'Unseen.',
}

test('a row lists its rules, and its constraints from either end', () => {
  const other: Constraint = { ...excludes, from: [{ ...at, section: 'Other', row: '--x' }], to: [] }

  expect(rowTexts('--x', [part], [rule], [excludes, unjudged, other])).toEqual([
    expect.stringContaining('Flags'),
  ])
  expect(rowTexts('--x', [part], [rule], [excludes, unjudged, other])[0]?.split('\n').slice(1)).toEqual([
    '  Rules',
    '    flag.x  [MUST]  X.',
    '  Connections',
    '    --x excludes --y: Not both.',
    '      judged by flag.x',
    '    --y requires --x: With X.',
    '      no rule: Unseen.',
    '',
  ])
})

test('a key without a section is not a row', () => {
  expect(rowTexts('--z', [part], [rule], [excludes])).toEqual([])
})

test('a rule lists its constraints between two rows, and one without constraints has no such lines', () => {
  expect(connectionsOf('flag.x', [excludes, unjudged])).toEqual([
    '  Connections',
    '    --x excludes --y: Not both.',
  ])
  expect(connectionsOf('flag.z', [excludes])).toEqual([])
})

describe('a query', () => {
  const places: readonly DocumentPart[] = [
    { ...part, facts: 'bool, default true', page: 'https://kubernetes.io/docs/x/#type-A' },
    { ...part, row: '--y' },
    { ...part, document: 1, section: 'TracingConfiguration members', row: 'endpoint' },
    { ...part, document: 1, section: 'S (v1)', row: 'key', of: 'A' },
    { ...part, document: 1, section: 'S (v1)', row: 'key', of: 'B', facts: 'string' },
    { ...part, document: 1, section: 'S (v1)', row: 'name' },
  ]
  const ofB: Rule = {
    ...rule,
    id: 's.b',
    source: { document: 1, section: 'S (v1)', rows: ['key'], aspect: 'of B' },
  }
  const texts = (query: string): string[] => rowTexts(query, places, [rule, ofB], [])

  test.each(['document 3, Flags, --x', 'document 3 Flags --x', 'Flags: --x', '--x'])(
    'a query for %s finds the row, with its value and its page',
    (query) => {
      expect(texts(query)).toEqual([
        'document 3, Flags, --x\n  Value  bool, default true\n  Kubernetes  https://kubernetes.io/docs/x/#type-A\n  Rules\n    flag.x  [MUST]  X.\n',
      ])
    },
  )

  test.each(['document 1, S', 's (v1)'])('a query for a section, %s, lists its rows', (query) => {
    expect(texts(query)).toEqual([
      'document 1, S (v1)\n  key of A\n  key of B  (string)\n    [MUST] X.  (s.b)\n  name\n',
    ])
  })

  test('a query for a key that two types have shows both rows', () => {
    expect(texts('S key')[0]).toContain('  Value  of B: string\n  Rules\n    s.b')
  })

  test.each(['document 2, Flags, --x', 'Flags --z', 'Flagship'])('a query for %s finds nothing', (query) => {
    expect(texts(query)).toEqual([])
  })
})
