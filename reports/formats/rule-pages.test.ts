import { expect, test } from 'vitest'
import type { ListedRule } from '#harness/cli/catalogue/list.ts'
import { rulePages } from './rule-pages.ts'

const rule: ListedRule = {
  id: 'a.rule',
  level: 'MUST',
  says: 'A timeout is at most 30s.',
  program: 'apiserver',
  profile: 'apiserver-configuration',
  judgedBy: 'refusal',
  source: { document: 1, section: 'Limits', rows: ['timeout'] },
  checks: ['a.rule/accepts-30s', 'a.rule/refuses-31s'],
}

test('a page shows the checks of a rule, with a verdict for each check of the run', () => {
  const [index, page] = rulePages([rule], new Map([['a.rule/refuses-31s', 'broken']]))

  expect(index?.text).toContain('| 1 | [Limits](1-limits.md) | 1 | 2 | 0 |')
  expect(page?.name).toBe('1-limits.md')
  expect(page?.text).toContain('- `accepts-30s`\n- `refuses-31s`: broken\n')
})

test('a page ends with the statements of its section about two rows at once', () => {
  const row = { document: 1, section: 'Limits' } as const
  const [, page] = rulePages([rule], new Map(), [
    {
      kind: 'at-most',
      from: [{ ...row, row: 'timeout' }],
      to: [{ ...row, row: 'limit', of: 'Webhook' }],
      says: 'It is no longer.',
      rules: ['a.rule'],
    },
    {
      kind: 'requires',
      from: [{ ...row, row: 'x' }],
      to: [{ ...row, row: 'x' }],
      says: 'Two.',
      rules: [],
      reason: 'Open.',
    },
    {
      kind: 'requires',
      from: [{ ...row, section: 'S', row: 'y' }],
      to: [{ ...row, row: 'x' }],
      says: 'Three.',
      rules: ['a'],
    },
  ])

  expect(page?.text.split('## Connections\n\n')[1]).toBe(
    '- timeout is bounded by limit of Webhook: It is no longer. (`a.rule`)\n- x: Two. (no rule: Open.)\n',
  )
})

test('a page begins with the rows of its section: value, requirements, and the page of Kubernetes', () => {
  const row = {
    document: 1,
    section: 'Limits',
    program: 'apiserver',
    profile: 'apiserver-configuration',
  } as const
  const page = 'https://kubernetes.io/docs/reference/x/'
  const [, { text } = { text: '' }] = rulePages(
    [rule],
    new Map(),
    [],
    [
      { ...row, row: 'timeout', facts: 'duration | required', page: `${page}#type` },
      { ...row, row: 'other', page },
      { ...row, section: 'Elsewhere', row: 'not here' },
    ],
  )

  expect(text.split('## a.rule')[0]).toBe(`# Document 1: Limits

In Kubernetes: <${page}>

## Requirements

| row | value | level | requirement | rule |
|---|---|---|---|---|
| [timeout](${page}#type) | duration \\| required | MUST | A timeout is at most 30s. | \`a.rule\` |
| other |  |  |  |  |

`)
})
