import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Rule } from '../catalogue.ts'
import { faultsAffectedBy, rulesDeclaredIn } from './changed.ts'
import { changedFiles } from './changed-files.ts'
import type { Fault } from './matrix.ts'

const fault = (program: 'apiserver' | 'node-agent', name: string): Fault => ({
  id: program === 'apiserver' ? name : `${program}.${name}`,
  program,
  name,
  summary: '',
})
const knownFaults = [
  fault('apiserver', 'help-missing'),
  fault('node-agent', 'help-missing'),
  fault('apiserver', 'b'),
]

function makeFolder(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'changed-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

const git = (root: string, ...args: string[]): void => {
  const identityOptions = ['-c', 'user.name=a', '-c', 'user.email=a@example.com']
  execFileSync('git', ['-C', root, ...identityOptions, ...args], { stdio: 'ignore' })
}

test('a changed file affects the faults that it names, and the faults that its rules claim', () => {
  const root = makeFolder({
    'suites/one.ts': "rule({ id: 'a.rule' })",
    'reference/node-agent/flags.ts': "fault('help-missing')",
    'suites/helper.ts': 'export const one = 1',
    'docs/page.md': "'b'",
  })
  const faultsByRule = new Map([['a.rule', ['b']]])
  const affectedIds = (...files: string[]) => faultsAffectedBy(root, files, knownFaults, faultsByRule)

  expect([...affectedIds('suites/one.ts').faults]).toEqual(['b'])
  expect([...affectedIds('reference/node-agent/flags.ts').faults]).toEqual(['node-agent.help-missing'])
  expect(affectedIds('docs/page.md')).toEqual({ faults: new Set(), undeterminedFiles: [] })
  expect(affectedIds('suites/helper.ts', 'suites/gone.ts').undeterminedFiles).toEqual([
    'suites/helper.ts',
    'suites/gone.ts',
  ])
})

test('files are compared with the main branch, or on that branch with the previous commit; a single commit has no comparison', () => {
  const root = makeFolder({ 'one.ts': '1' })
  expect(changedFiles(root)).toBeUndefined()

  git(root, 'init', '-b', 'main')
  git(root, 'add', '.')
  git(root, 'commit', '-m', 'first')
  expect(changedFiles(root)).toBeUndefined()

  writeFileSync(join(root, 'two.ts'), '2')
  git(root, 'add', '.')
  git(root, 'commit', '-m', 'second')
  expect(changedFiles(root)?.files).toEqual(['two.ts'])

  git(root, 'checkout', '-b', 'other')
  writeFileSync(join(root, 'three.ts'), '3')
  git(root, 'add', '.')
  git(root, 'commit', '-m', 'third')
  writeFileSync(join(root, 'four.ts'), '4')
  expect(changedFiles(root)?.files).toEqual(['three.ts', 'four.ts'])
})

test('a changed suite file or table affects the rules that it declares', () => {
  const collectedCheck = (module: string, id: string, declaredAt?: string) => ({
    id: module + id,
    module,
    rule: {
      id,
      level: 'MUST',
      says: '',
      source: { document: 1, section: '', rows: [] },
      program: 'apiserver',
      profile: 'apiserver-flags',
      judgedBy: 'behaviour',
      ...(declaredAt !== undefined && { declaredAt }),
    } as Rule,
  })
  const allChecks = [
    collectedCheck('a/b.suite.js', 'a.first'),
    collectedCheck('c.suite.js', 'a.row', 'suites/t/rows.ts:12'),
  ]
  const checksById = new Map(allChecks.map((each) => [each.id, each]))

  expect(rulesDeclaredIn(['suites/a/b.suite.ts'], { collected: checksById })).toEqual(['a.first'])
  expect(rulesDeclaredIn(['suites/t/rows.ts', 'docs/x.md'], { collected: checksById })).toEqual(['a.row'])
})
