import { describe, expect, test } from 'vitest'
import type { Rule } from '../../catalogue.ts'
import type { Constraint } from '../../constraints.ts'
import type { DocumentPart } from '../../outline.ts'
import { connectionsOf, rowTexts } from './explain-row.ts'

const flagsSection = { document: 3, section: 'Flags' } as const
const flagRow: DocumentPart = {
  ...flagsSection,
  row: '--x',
  program: 'apiserver',
  profile: 'apiserver-flags',
}
const rule: Rule = {
  id: 'flag.x',
  level: 'MUST',
  says: 'X.',
  source: { ...flagsSection, rows: ['--x'] },
  program: 'apiserver',
  profile: 'apiserver-flags',
  judgedBy: 'refusal',
}
const excludingConstraint: Constraint = {
  kind: 'excludes',
  from: [{ ...flagsSection, row: '--x' }],
  to: [{ ...flagsSection, row: '--y' }],
  says: 'Not both.',
  rules: ['flag.x'],
}
const unjudgedConstraint: Constraint = {
  kind: 'requires',
  from: [{ ...flagsSection, row: '--y' }],
  to: [{ ...flagsSection, row: '--x' }],
  says: 'With X.',
  rules: [],
  reason: 'Unseen.',
}

test('the text of a row lists its rules, and its constraints from either end', () => {
  const otherConstraint: Constraint = {
    ...excludingConstraint,
    from: [{ ...flagsSection, section: 'Other', row: '--x' }],
    to: [],
  }

  expect(
    rowTexts('--x', [flagRow], [rule], [excludingConstraint, unjudgedConstraint, otherConstraint]),
  ).toEqual([expect.stringContaining('Flags')])
  expect(
    rowTexts('--x', [flagRow], [rule], [excludingConstraint, unjudgedConstraint, otherConstraint])[0]
      ?.split('\n')
      .slice(1),
  ).toEqual([
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

test('a key that no section has is not found', () => {
  expect(rowTexts('--z', [flagRow], [rule], [excludingConstraint])).toEqual([])
})

test('`connectionsOf` lists only the constraints that a rule tests', () => {
  expect(connectionsOf('flag.x', [excludingConstraint, unjudgedConstraint])).toEqual([
    '  Connections',
    '    --x excludes --y: Not both.',
  ])
  expect(connectionsOf('flag.z', [excludingConstraint])).toEqual([])
})

describe('a query', () => {
  const documentParts: readonly DocumentPart[] = [
    { ...flagRow, facts: 'bool, default true', page: 'https://kubernetes.io/docs/x/#type-A' },
    { ...flagRow, row: '--y' },
    { ...flagRow, document: 1, section: 'TracingConfiguration members', row: 'endpoint' },
    { ...flagRow, document: 1, section: 'S (v1)', row: 'key', of: 'A' },
    { ...flagRow, document: 1, section: 'S (v1)', row: 'key', of: 'B', facts: 'string' },
    { ...flagRow, document: 1, section: 'S (v1)', row: 'name' },
  ]
  const ruleOfB: Rule = {
    ...rule,
    id: 's.b',
    source: { document: 1, section: 'S (v1)', rows: ['key'], aspect: 'of B' },
  }
  const texts = (query: string): string[] => rowTexts(query, documentParts, [rule, ruleOfB], [])

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
