import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseYaml } from '../yaml/parse.ts'
import { readInput } from './read.ts'

const folder = mkdtempSync(join(tmpdir(), 'read-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a file is read, also through a link', () => {
  writeFileSync(join(folder, 'a.yaml'), 'name: mine\n')
  symlinkSync('a.yaml', join(folder, 'link.yaml'))

  expect(readInput(join(folder, 'link.yaml'), 'target')).toBe('name: mine\n')
})

test('a path that is not a regular file is rejected at once, and the error names the size limit of the kind', () => {
  mkdirSync(join(folder, 'a-folder'))
  execFileSync('mkfifo', [join(folder, 'a-pipe')])
  const errorText = (path: string, sort: string): string =>
    `${path}: this is ${sort}, and a key is a regular file of at most 64 KiB. Give such a file.`

  for (const name of ['a-folder', 'a-pipe']) {
    const path = join(folder, name)
    expect(() => readInput(path, 'key')).toThrow(errorText(path, name.replace('-', ' ')))
  }
  expect(() => readInput('/dev/zero', 'key')).toThrow(errorText('/dev/zero', 'a device'))
})

test('a file above the size limit of its kind is rejected without being read', () => {
  const path = join(folder, 'large.yaml')
  writeFileSync(path, '')
  truncateSync(path, 60 * 1024 * 1024)

  expect(() => readInput(path, 'target')).toThrow(
    `${path}: a target file has at most 1 MiB, and this file has 60 MiB.`,
  )
})

test.for([
  [
    'aliases that multiply',
    `a0: &a0 [x,x,x]\n${[...Array(9).keys()]
      .map((n) => `a${n + 1}: &a${n + 1} [${Array(9).fill(`*a${n}`).join(',')}]`)
      .join('\n')}`,
    /^bomb.yaml: it cannot be read as YAML \(Excessive alias count/,
  ],
  ['20000 nested lists', '['.repeat(20_000), /^bomb.yaml:1: Maximum call stack size exceeded/],
  [
    'anchors that take minutes to parse',
    '&a '.repeat(100_000),
    /^bomb.yaml: reading it as YAML takes longer than 2 s/,
  ],
] as const)('YAML with %s is rejected with an error of one line', ([, text, message]) => {
  expect(() => parseYaml(text, 'bomb.yaml')).toThrow(message)
})

test('a long list of valid keys is read', () => {
  const text = [...Array(20_000).keys()].map((key) => `key${key}: 1`).join('\n')

  expect(Object.keys(parseYaml(text, 'long.yaml').value as object)).toHaveLength(20_000)
  expect(() => parseYaml(`${text}\nkey7: 2`, 'long.yaml')).toThrow(
    'long.yaml:20001: Map keys must be unique, and key7 occurs twice.',
  )
})
