import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadTarget } from '../../target/load.ts'
import { checkNoTargetFile, writeTarget } from './first-target.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-first-target-'))
afterAll(() => rmSync(folder, { recursive: true }))

const target = {
  ...loadTarget(
    writeFile(
      'given.yaml',
      'name: x\ndialect: orch\nprograms: { apiserver: { command: [/bin/true, "a: b"] } }\n',
    ),
  ),
}

function writeFile(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

test('a first target file can be loaded, and has the missing capabilities switched off', () => {
  const file = join(folder, 'acme.yaml')
  writeTarget(file, target, ['who-am-i', 'metrics'])

  expect(loadTarget(file)).toMatchObject({
    name: 'acme',
    dialect: 'orch',
    programs: { apiserver: { command: ['/bin/true', 'a: b'] } },
    capabilities: { 'who-am-i': false, metrics: false },
  })
})

test('an existing file is not replaced', () => {
  const file = writeFile('mine.yaml', 'mine')

  expect(() => checkNoTargetFile(file, 'reference')).toThrow('is not replaced')
  expect(() => writeTarget(file, target, [])).toThrow('is not replaced')
  expect(() => checkNoTargetFile(join(folder, 'new.yaml'), './acme.yaml')).toThrow('is a target file already')
  expect(readFileSync(file, 'utf8')).toBe('mine')
})
