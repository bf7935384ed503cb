import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { ListedRule } from '#harness/cli/catalogue/list.ts'
import type { DocumentPart } from '#harness/outline.ts'
import { standardFile, standardOf } from './standard.ts'

const statedPart: DocumentPart = {
  document: 1,
  section: 'Limits',
  row: 'timeout',
  program: 'apiserver',
  profile: 'apiserver-configuration',
}

function rule(id: string, aspect?: string): ListedRule {
  return {
    id,
    level: 'MUST',
    says: `What ${id} states.`,
    program: 'apiserver',
    profile: 'apiserver-configuration',
    judgedBy: 'refusal',
    source: { document: 1, section: 'Limits', rows: ['timeout'], ...(aspect !== undefined && { aspect }) },
    checks: [`${id}/accepts-one`],
  }
}

test('a row lists its rules, and a rule its checks without the rule id', () => {
  const { documents, rules } = standardOf('1.0.0', [statedPart], [rule('a.b')])

  expect(documents[0]?.sections[0]?.statements).toMatchObject([{ key: 'timeout', rules: ['a.b'] }])
  expect(rules['a.b']).toMatchObject({ level: 'MUST', says: 'What a.b states.', checks: ['accepts-one'] })
})

test('a row of two types lists the rules that name its type, and the rules that name no type', () => {
  const { documents } = standardOf(
    '1.0.0',
    [{ ...statedPart, of: 'X' }],
    [rule('a.both', 'default'), rule('a.x', 'of X, default'), rule('a.y', 'of Y')],
  )

  expect(documents[0]?.sections[0]?.statements[0]?.rules).toEqual(['a.both', 'a.x'])
})

test('a statement that connects two rows refers to their keys', () => {
  const constraintEnds = [{ document: 1, section: 'Limits', row: 'timeout' }] as const
  const exclusion = {
    kind: 'excludes',
    from: constraintEnds,
    to: constraintEnds,
    says: 'Not twice.',
    rules: ['a.b'],
  } as const

  expect(standardOf('1.0.0', [statedPart], [rule('a.b')], [exclusion]).constraints).toEqual([
    {
      ...exclusion,
      from: [{ document: 1, section: 'Limits', key: 'timeout' }],
      to: [{ document: 1, section: 'Limits', key: 'timeout' }],
    },
  ])
})

test('the built file matches its schema, and every statement has a rule', () => {
  const file = fileURLToPath(new URL('../dist/standard.json', import.meta.url))
  const { documents, rules, constraints } = v.parse(standardFile, JSON.parse(readFileSync(file, 'utf8')))
  const statements = documents.flatMap(({ sections }) => sections.flatMap((section) => section.statements))

  expect(statements.filter((one) => one.rules.length === 0).map(({ key }) => key)).toEqual([])
  expect(statements.flatMap((one) => one.rules).filter((id) => rules[id] === undefined)).toEqual([])
  expect(constraints.flatMap((one) => one.rules).filter((id) => rules[id] === undefined)).toEqual([])
  expect(documents.map(({ document }) => document)).toEqual([1, 2, 3])
})
