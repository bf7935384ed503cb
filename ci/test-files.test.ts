import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { testFolders } from '../vitest.config.ts'

test('every test file of the repository runs, except the tests of examples', () => {
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const files = execFileSync('git', ['ls-files', '*.test.ts'], { cwd, encoding: 'utf8' }).trim().split('\n')
  const folders = testFolders.split(',')
  const unassignedFiles = files.filter((file) => !folders.includes(file.split('/')[0] ?? ''))

  expect(files.length).toBeGreaterThan(300)
  expect(unassignedFiles.filter((file) => !file.startsWith('docs/'))).toEqual([])
})
