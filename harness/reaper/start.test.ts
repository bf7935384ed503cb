import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { until } from '../machine/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'reapers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const compiledPath = (name: string): string =>
  fileURLToPath(new URL(`../../dist/harness/reaper/${name}.js`, import.meta.url))

test('a command that is killed right after it made its directory leaves no directory', async () => {
  const script = `import('${compiledPath('start')}').then(({ startReaper }) => {
    const { directory } = startReaper()
    require('node:fs').writeSync(1, directory)
    process.kill(process.pid, 'SIGKILL')
  })`
  const { stdout } = spawnSync(process.execPath, ['-e', script], {
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: folder },
  })
  expect(stdout.startsWith(join(folder, 'orch-conformance-'))).toBe(true)
  await until(() => readdirSync(folder).length === 0, { withinMs: 10_000, what: 'the directory is removed' })

  expect(readdirSync(folder)).toEqual([])
})

test('a reaper removes the directory of a command that ends before it writes anything', async () => {
  const directory = join(folder, 'made')
  mkdirSync(directory)
  const reaper = spawn(process.execPath, [compiledPath('main'), join(directory, 'socket'), directory, ''], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  reaper.stdin.end()
  const code = await new Promise((resolve) => reaper.once('exit', resolve))

  expect({ code, isThere: existsSync(directory) }).toEqual({ code: 0, isThere: false })
})

test('a worker that still loads is ended, and does not make the directory again', async () => {
  const directory = join(folder, 'again')
  const socket = join(directory, 'socket')
  mkdirSync(directory)
  const reaper = spawn(process.execPath, [compiledPath('main'), socket, directory, ''], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  reaper.stdin.write('\n')
  await new Promise((resolve) => reaper.stdout.once('data', resolve))
  const script = `setTimeout(() => require('node:fs').mkdirSync('${directory}/cache', { recursive: true }), 2000)`
  const worker = spawn(process.execPath, ['-e', script], {
    env: { ...process.env, ORCH_CONFORMANCE_REAPER: socket },
    cwd: '/',
    stdio: 'ignore',
  })
  const exitEvent = new Promise((resolve) => worker.once('exit', (_code, signal) => resolve(signal)))
  await new Promise((resolve) => worker.once('spawn', resolve))
  const reaperExit = new Promise((resolve) => reaper.once('exit', resolve))
  reaper.stdin.end()
  await reaperExit

  expect({ signal: await exitEvent, isThere: existsSync(directory) }).toEqual({
    signal: 'SIGKILL',
    isThere: false,
  })
})

test('a missing TMPDIR directory is an error of the configuration', async () => {
  const script = `import('${compiledPath('start')}').then(({ startReaper }) => startReaper()).catch(({ code, message }) =>
    console.log(JSON.stringify({ code, message })))`
  const { stdout } = spawnSync(process.execPath, ['-e', script], {
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: join(folder, 'none') },
  })

  expect(JSON.parse(stdout)).toEqual({
    code: 'config-fault',
    message: expect.stringContaining('Set TMPDIR to a directory that exists'),
  })
})
