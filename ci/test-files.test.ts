import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { slow, testFolders } from '../vitest.config.ts'

const cwd = fileURLToPath(new URL('..', import.meta.url))
const files = execFileSync('git', ['ls-files', '*.test.ts'], { cwd, encoding: 'utf8' }).trim().split('\n')

test('every test file of the repository runs, except the tests of examples', () => {
  const folders = testFolders.split(',')
  const unassignedFiles = files.filter((file) => !folders.includes(file.split('/')[0] ?? ''))

  expect(files.length).toBeGreaterThan(300)
  expect(unassignedFiles.filter((file) => !file.startsWith('docs/'))).toEqual([])
})

test('the slow tests that CI runs in shares exist', () => {
  expect(slow.length).toBeGreaterThan(0)
  expect(slow.filter((file) => !files.includes(file))).toEqual([])
})
