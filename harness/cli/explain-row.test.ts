import { expect, test } from 'vitest'
import type { Rule } from '../catalogue.ts'
import type { Constraint } from '../constraints.ts'
import type { DocumentPart } from '../outline.ts'
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
  const elsewhere: Constraint = { ...excludes, from: [{ ...at, section: 'Other', row: '--x' }], to: [] }

  expect(rowTexts('--x', [part], [rule], [excludes, unjudged, elsewhere])).toEqual([
    expect.stringContaining('Flags'),
  ])
  expect(rowTexts('--x', [part], [rule], [excludes, unjudged, elsewhere])[0]?.split('\n').slice(1)).toEqual([
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
