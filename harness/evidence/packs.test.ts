import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { contentsOfPack } from './pack.ts'
import { appendTo, moveInto, packOf } from './packs.ts'

function makeFolder(): string {
  const directory = mkdtempSync(join(tmpdir(), 'packs-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

const textOf = (pack: string, check: string, name: string): string =>
  Buffer.concat(contentsOfPack(readFileSync(pack)).get(check)?.get(name) ?? []).toString()

test('output that grows from check to check is stored once', () => {
  const pack = join(makeFolder(), packOf('suites/a.suite.ts'))
  const program = {}
  let output = ''
  const checks = Array.from({ length: 40 }, (_, index) => {
    output += `line ${index} of many\n`
    appendTo(pack, `a/${index}`, [{ name: 'output.txt', parts: [output, ''], owner: program }])
    return output
  })

  expect(checks.map((_, index) => textOf(pack, `a/${index}`, 'output.txt'))).toEqual(checks)
  const packText = gunzipSync(readFileSync(pack)).toString()
  expect(packText.split('line 1 of many').length - 1).toBeLessThan(5)
})

test('a file that changes between two checks is stored in both versions', () => {
  const packFolder = makeFolder()
  const [pack, path] = [join(packFolder, packOf('suites/a.suite.ts')), join(packFolder, 'config.yaml')]
  writeFileSync(path, 'one\n')
  appendTo(pack, 'a/1', [{ name: 'config.yaml', path }])
  appendFileSync(path, 'two\n')
  appendTo(pack, 'a/2', [{ name: 'config.yaml', path }])

  expect(textOf(pack, 'a/1', 'config.yaml')).toBe('one\n')
  expect(textOf(pack, 'a/2', 'config.yaml')).toBe('one\ntwo\n')
})

test('a pack that was removed is complete after the next check is appended', () => {
  const pack = join(makeFolder(), packOf('suites/a.suite.ts'))
  appendTo(pack, 'a/1', [{ name: 'config.yaml', parts: ['one\n'] }])
  rmSync(pack)
  appendTo(pack, 'a/2', [{ name: 'config.yaml', parts: ['one\n'] }])

  expect(textOf(pack, 'a/2', 'config.yaml')).toBe('one\n')
})

test('a folder is moved into a pack with all its files', () => {
  const packFolder = makeFolder()
  const [pack, checkFolder] = [join(packFolder, 'packs', 'all.jsonl.gz'), join(packFolder, 'a.1')]
  mkdirSync(join(checkFolder, 'apiserver-1'), { recursive: true })
  writeFileSync(join(checkFolder, 'timeline.json'), '[]')
  writeFileSync(join(checkFolder, 'apiserver-1', 'output.txt'), 'printed\n')
  moveInto(pack, 'a/1', checkFolder)

  expect(textOf(pack, 'a/1', 'timeline.json')).toBe('[]')
  expect(textOf(pack, 'a/1', 'apiserver-1/output.txt')).toBe('printed\n')
  expect(existsSync(checkFolder)).toBe(false)
})

test('the name of a pack consists of the folder and the name of its suite file', () => {
  expect(packOf('dist/suites/1-configuration/issuer url.suite.js')).toBe(
    'evidence/packs/1-configuration.issuer.url.jsonl.gz',
  )
  expect(packOf('../../elsewhere/a.suite.js', 2)).toBe('evidence/packs/elsewhere.a.attempt-2.jsonl.gz')
})
