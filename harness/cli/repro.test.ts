import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import type { ReproFile } from '../repro/folder.ts'
import { type CliOptions, type CliResult, runCli } from '../testing/run-cli.ts'
import { until } from '../machine/until.ts'

const check = 'plain.breaks/accepts-with-201'
const withinMs = 60_000

// Each test starts several processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const folder = mkdtempSync(join(tmpdir(), 'repro-test-'))
let reproResult: CliResult
beforeAll(async () => {
  reproResult = await runCli('plain', ['repro', check, '--out', folder])
  return () => rmSync(folder, { recursive: true, force: true })
})

function readReproFile(path: string): string {
  return readFileSync(join(folder, path), 'utf8')
}

/**
 * Runs a command that waits for a user. Calls `onMatch` with the output so far once the output matches the
 * pattern.
 */
async function runWaiting(
  argv: readonly string[],
  pattern: RegExp,
  onMatch: (text: string, interrupt: () => void) => Promise<void> | void,
): Promise<CliResult> {
  const whileRunning: CliOptions['whileRunning'] = async (child) => {
    let output = ''
    child.stderr?.on('data', (text: string) => (output += text))
    await until(() => pattern.test(output), { withinMs, what: `it says ${pattern}` })
    await onMatch(output, () => void child.kill('SIGINT'))
  }
  return runCli('plain', argv, { whileRunning })
}

test('the reproduction of a red check contains its keys and requests, and has the same verdict', async () => {
  const file = JSON.parse(readReproFile('repro.json')) as ReproFile
  const rerun = await runCli('plain', ['repro', 'run', folder])

  expect(reproResult).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`repro run ${folder} --attach`) as string,
  })
  expect(file).toMatchObject({ check, expected: { verdict: 'broken', actual: { status: 200 } } })
  expect(readdirSync(join(folder, 'starts/1-apiserver/keys')).sort()).toEqual([
    'client-ca.crt',
    'serving.crt',
    'serving.key',
  ])
  expect(JSON.parse(readReproFile('requests.json'))).toMatchObject([
    { call: { path: '/' }, answer: { status: 200 } },
  ])
  expect(rerun).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`${check}: broken, as before`) as string,
  })
})

test('a program that the user starts gets the same verdict', async () => {
  const { code, stdout } = await runWaiting(
    ['repro', 'run', folder, '--attach'],
    /start\.sh\n/,
    async (text) => {
      const [, script = ''] = /^ {2}(\S+start\.sh)$/m.exec(text) ?? []
      const scriptProcess = spawn('sh', [script], { stdio: 'ignore' })
      await once(scriptProcess, 'exit')
    },
  )

  expect(stdout).toContain(`${check}: broken, as before`)
  expect(code).toBe(1)
})

test('after a red check, --keep leaves all programs running until an interrupt', async () => {
  const { code, stderr } = await runWaiting(
    ['repro', 'run', folder, '--keep'],
    /By hand:/,
    async (text, interrupt) => {
      const [, pid = ''] = /runs as process (\d+)/.exec(text) ?? []
      process.kill(Number(pid), 0)
      interrupt()
    },
  )

  expect(stderr).toContain('Verdict: broken.')
  expect(code).toBe(130)
})

test('mock --from starts the peers of a reproduction alone', async () => {
  const { code } = await runWaiting(
    ['mock', '--from', folder],
    /To start it with them: /,
    (_said, interrupt) => interrupt(),
  )

  expect(code).toBe(0)
  expect(existsSync(join(folder, 'by-hand/1-apiserver/start.sh'))).toBe(true)
})

test('shrink removes the parts that the verdict does not need, and keeps the request whose response decides the verdict', async () => {
  const id = 'sequence.breaks/asks-three-times'
  const shrunkFolder = join(folder, 'shrunk')
  await runCli('sequence', ['repro', id, '--out', shrunkFolder])
  const { code, stdout } = await runCli('sequence', ['shrink', shrunkFolder, '--tries', '12'])
  const { cuts, standIns } = JSON.parse(readReproFile('shrunk/repro.json')) as ReproFile

  expect(stdout).toContain(`${id} is still broken`)
  expect(code).toBe(0)
  expect(cuts).toContainEqual({ cuts: 'flag', flag: '--bind-address' })
  expect(Object.keys(standIns)).toEqual(['0'])
})

test.for<[string, readonly string[], number, RegExp]>([
  [
    'an unknown check',
    ['repro', 'plain.breaks/accepts-with-202'],
    2,
    /Did you mean plain\.breaks\/accepts-with-201\?/,
  ],
  [
    'a rule in place of a check',
    ['repro', 'plain.breaks'],
    2,
    /is a rule; give one of its checks:\n {2}plain\.breaks\/accepts-with-201/,
  ],
  ['a folder without a reproduction', ['repro', 'run', '/tmp'], 2, /holds no reproduction/],
  ['a missing folder', ['repro', 'run'], 2, /repro run DIR/],
  ['a mock command without a peer', ['mock'], 2, /Name a peer, or give --from DIR/],
])('%s is reported as an error', async ([, argv, code, message]) => {
  const result = await runCli('plain', argv)

  expect(result.code).toBe(code)
  expect(result.stderr).toMatch(message)
})
