import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { suiteModules } from './groups.ts'

function makeSuites(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'groups-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

test('a group replaces the suites that it imports', () => {
  const folder = makeSuites({
    'kms/kms.group.js':
      "import './order.suite.js';\nimport './deep/late.suite.js';\nawait import('./turn.suite.js');",
    'kms/order.suite.js': '',
    'kms/turn.suite.js': '',
    'kms/deep/late.suite.js': '',
    'kms/alone.suite.js': '',
    'kms/servers.js': '',
  })
  expect(suiteModules(folder)).toEqual(['kms/alone.suite.js', 'kms/kms.group.js'])
})

test('a suite in two groups is a harness fault', () => {
  const folder = makeSuites({
    'a.group.js': "import './x.suite.js'",
    'b.group.js': "import './x.suite.js'",
    'x.suite.js': '',
  })
  expect(() => suiteModules(folder)).toThrow('x.suite.js is in two groups: a.group.js and b.group.js.')
})

test('a group that imports a missing suite is a harness fault', () => {
  const folder = makeSuites({ 'a.group.js': "import './gone.suite.js'" })
  expect(() => suiteModules(folder)).toThrow('a.group.js imports ./gone.suite.js, which does not exist.')
})
