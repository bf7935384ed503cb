import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { until } from '../machine/until.ts'
import { guardedDirectory } from './guarded-directory.ts'

test('a guarded directory is removed with its content', async () => {
  const directory = guardedDirectory('guarded-')
  writeFileSync(join(directory.path, 'file'), '')
  await directory.remove()

  expect(existsSync(directory.path)).toBe(false)
})

test('a guarded directory is removed if its process is killed', async () => {
  const compiledUrl = new URL('../../dist/harness/reaper/guarded-directory.js', import.meta.url).href
  const script = `import('${compiledUrl}').then(({ guardedDirectory }) => {
    console.log(guardedDirectory('guarded-').path)
    setInterval(() => {}, 1000)
  })`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const path = await new Promise<string>((resolve) =>
    child.stdout.once('data', (text: Buffer) => resolve(text.toString().trim())),
  )
  expect(existsSync(path)).toBe(true)
  child.kill('SIGKILL')
  await until(() => !existsSync(path), { withinMs: 10_000, what: 'the directory is removed' })

  expect(existsSync(path)).toBe(false)
})

test('a guarded directory does not keep its process alive', async () => {
  const compiledUrl = new URL('../../dist/harness/reaper/guarded-directory.js', import.meta.url).href
  const script = `import('${compiledUrl}').then(({ guardedDirectory }) => void guardedDirectory('guarded-'))`
  const child = spawn(process.execPath, ['-e', script], { stdio: 'ignore' })

  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0)
})
