import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Collected, readFreshCollection, saveCollected } from './collected.ts'

const collection: Collected[] = [
  {
    id: '1_0',
    module: 'plain.suite.js',
    rule: {
      id: 'plain.rule',
      level: 'UNSPECIFIED',
      says: '',
      program: 'apiserver',
      profile: 'apiserver-configuration',
      judgedBy: 'excluded',
      source: { document: 1, section: 's', rows: ['r'] },
      excluded: { reason: 'none' },
    },
  },
]

function makeCompiledFolders(): { suites: string; harness: string } {
  const root = mkdtempSync(join(tmpdir(), 'collected-'))
  const [suites, harness] = [join(root, 'suites'), join(root, 'harness')]
  for (const directory of [suites, harness]) mkdirSync(directory)
  for (const file of [join(suites, 'plain.suite.js'), join(harness, 'rule.js')]) writeFileSync(file, '')
  return { suites, harness }
}

test('the stored list is valid until any compiled file is newer', () => {
  const { suites, harness } = makeCompiledFolders()

  saveCollected(suites, collection)
  expect(readFreshCollection(suites)).toEqual(collection)

  const futureDate = new Date(Date.now() + 5_000)
  utimesSync(join(harness, 'rule.js'), futureDate, futureDate)
  expect(readFreshCollection(suites)).toBeUndefined()
})

test('no list is returned if none is stored', () => {
  expect(readFreshCollection(makeCompiledFolders().suites)).toBeUndefined()
})
