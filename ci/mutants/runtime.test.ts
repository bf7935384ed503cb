import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const runtime = pathToFileURL(fileURLToPath(new URL('./runtime.mjs', import.meta.url))).href
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runtime-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function writeProgram(body: string): string {
  const path = join(folder, 'program.mjs')
  writeFileSync(path, `import { stryMutAct_9fa48 as on, stryCov_9fa48 as reach } from '${runtime}'\n${body}`)
  return path
}

test('the variable activates the mutant with its id only', () => {
  const path = writeProgram("process.stdout.write(String([on('a'), on('b')]))")
  const run = (env: Readonly<Record<string, string>>): string =>
    spawnSync(process.execPath, [path], { env, encoding: 'utf8' }).stdout

  expect([run({}), run({ ORCH_MUTANT: 'b' })]).toEqual(['false,false', 'false,true'])
})

test('a program that exits normally records each mutant once', () => {
  const reachedFile = join(folder, 'reached')
  spawnSync(process.execPath, [writeProgram("reach('a', 'b'); reach('a'); process.exit(3)")], {
    env: { ORCH_MUTANT_REACH: reachedFile },
  })

  expect(readFileSync(reachedFile, 'utf8')).toBe('a\nb\n')
})

test('a killed program has recorded the mutants that it reached', async () => {
  const reachedFile = join(folder, 'reached')
  const path = writeProgram(
    "reach('a'); setTimeout(() => { reach('b'); setTimeout(() => console.log('up'), 20) }, 5)\nsetInterval(() => {}, 1e6)",
  )
  const child = spawn(process.execPath, [path], { env: { ORCH_MUTANT_REACH: reachedFile } })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  const exitEvent = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exitEvent

  expect(readFileSync(reachedFile, 'utf8')).toBe('a\nb\n')
})
