import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { type ReproFile, writeRepro } from './folder.ts'

const root = mkdtempSync(join(tmpdir(), 'repro-folder-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
afterEach(() => void vi.unstubAllEnvs())

const repro: ReproFile = {
  schemaVersion: 1,
  tool: { name: 'tool', version: '1.2.3' },
  suiteDigest: '',
  check: 'a.b/c',
  rule: { id: 'a.b', level: 'MUST', says: 'It holds.', source: 'document 1' },
  target: { name: 'reference', dialect: 'orch', programs: {}, limits: {} },
  argv: [],
  seed: 1,
  thorough: false,
  expected: { verdict: 'held', assertions: [] },
  cuts: [],
  standIns: {},
}

/** Writes a reproduction whose program is this file. Returns its folder, and what its script does. */
function runScript(name: string, entry: string) {
  const folder = join(root, name)
  mkdirSync(folder)
  writeRepro(folder, repro, entry)
  // A program that a registry would provide.
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'npx'), '#!/bin/sh\necho foreign\n', { mode: 0o755 })
  const env = { PATH: `${bin}:${process.env.PATH}` }
  const { status, stdout, stderr } = spawnSync(join(folder, 'run.sh'), ['--keep'], { env, encoding: 'utf8' })
  return { folder, status, stdout, stderr }
}

test('run.sh runs the program that wrote it', () => {
  const entry = join(root, 'entry.js')
  writeFileSync(entry, 'console.log(process.argv.slice(2).join(" "))')
  const { folder, stdout } = runScript('entry', entry)

  expect(stdout).toBe(`repro run ${folder} --keep\n`)
})

test('run.sh of the single file without Node runs that file, and the README names it', () => {
  const file = join(root, 'single file')
  writeFileSync(file, '#!/bin/sh\necho "single $*"\n')
  chmodSync(file, 0o755)
  vi.stubEnv('ORCH_CONFORMANCE_FILE', file)
  const { folder, stdout } = runScript('single', '/gone/from/the/cache.js')
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')

  expect(stdout).toBe(`single repro run ${folder} --keep\n`)
  expect(readme).toContain(`\`'${file}' repro run ${folder} --attach\``)
  expect(readme).not.toContain('npx')
})

test.for([
  ['entry', ''],
  ['file', '/gone/tool'],
] as const)('run.sh reports the next step if its %s is gone, and fetches nothing', ([name, file]) => {
  vi.stubEnv('ORCH_CONFORMANCE_FILE', file)
  const { folder, status, stdout, stderr } = runScript(`gone-${name}`, '/gone/tool')

  expect({ status, stdout }).toEqual({ status: 3, stdout: '' })
  expect(stderr).toBe(`/gone/tool is not here. Get tool 1.2.3 again, and run: tool repro run ${folder}\n`)
})
