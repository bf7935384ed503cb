import { expect, test } from 'vitest'
import type { PlannedCheck, Rule } from '../catalogue.ts'
import { areasOf, selectByPattern, selectByGlobs } from './matching.ts'

const checks: readonly PlannedCheck[] = [
  { id: 'a.url/refuses-http', rule: 'a.url', title: 'refuses http' },
  { id: 'a.url/accepts-https', rule: 'a.url', title: 'accepts https' },
  { id: 'b.port/accepts-0', rule: 'b.port', title: 'accepts 0' },
]
const rule = (id: string, says: string): Rule => ({
  id,
  level: 'MUST',
  says,
  program: 'apiserver',
  profile: 'apiserver-configuration',
  judgedBy: 'behaviour',
  source: { document: 1, section: '', rows: [] },
})
const rules = new Map(
  [rule('a.url', 'The URL has the scheme https.'), rule('b.port', 'A port.')].map((one) => [one.id, one]),
)
const idsOf = (plannedChecks: readonly PlannedCheck[]): string[] => plannedChecks.map(({ id }) => id)

test.for<[string[], string[]]>([
  [['refuses'], ['a.url/refuses-http']],
  [['the url'], ['a.url/refuses-http', 'a.url/accepts-https']],
  [
    ['^accepts \\d', 'http$'],
    ['a.url/refuses-http', 'b.port/accepts-0'],
  ],
])('--grep %j selects checks by titles and rule text, in any case', ([patterns, expected]) => {
  expect(idsOf(selectByPattern(checks, patterns, rules))).toEqual(expected)
})

test('a pattern that selects no check is rejected', () => {
  expect(() => selectByPattern(checks, ['nowhere'], rules)).toThrow('--grep nowhere matches no title')
})

test('globs select checks by id, in the order of all checks', () => {
  expect(idsOf(selectByGlobs(checks, ['b.*', 'a.url/refuses-*']))).toEqual([
    'a.url/refuses-http',
    'b.port/accepts-0',
  ])
})

test('the error for a glob without a match names the area with which the glob begins, or the area with the most similar name', () => {
  const plannedChecks = [
    'kms.failures.health',
    'kms.failures.key',
    'kms.rotation.time',
    'egress.proxy.connect',
  ].map((id) => ({ id: `${id}/holds`, rule: id, title: 'holds' }))
  const errorText = (glob: string): string => {
    try {
      selectByGlobs(plannedChecks, [glob])
    } catch (thrown) {
      return String((thrown as Error).message)
    }
    return 'matched'
  }

  expect(errorText('kms.*')).toBe('matched')
  expect(errorText('kms.stat-us*')).toContain('no check. kms.* has 3 rules: kms.failures.*, kms.rotation.*.')
  expect(errorText('kms.failures.of-the-plugin-itself*')).toContain('kms.* has 3 rules: kms.failures.*.')
  expect(errorText('egres.something-else.*')).toContain('egress.* has 1 rule: egress.proxy.*.')
  expect(errorText('something.*')).toContain('no check. Areas: kms, egress.')
})

test('areas are the first parts of ids, the largest first', () => {
  expect(areasOf(checks).map(({ name, rules: own, checks: all }) => [name, own.length, all.length])).toEqual([
    ['a', 1, 2],
    ['b', 1, 1],
  ])
})
