import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeDirectory } from './directory.ts'

const folder = mkdtempSync(join(tmpdir(), 'directory-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a directory is created with its missing parents, and may exist already', () => {
  makeDirectory(join(folder, 'a', 'b'), 0o700)
  makeDirectory(join(folder, 'a', 'b'))

  expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o700)
})

test('a directory that cannot be created is reported at once', () => {
  writeFileSync(join(folder, 'file'), '')
  mkdirSync(join(folder, 'c'))

  expect(() => makeDirectory(join(folder, 'file'))).toThrow('EEXIST')
  expect(() => makeDirectory(join(folder, 'file', 'a'))).toThrow('EEXIST')
  expect(() => makeDirectory('/proc/self/a/b')).toThrow('ENOENT')
})
