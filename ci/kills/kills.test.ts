import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { figuresOf } from './figures.ts'
import { leftovers, workspacesIn } from './leftovers.ts'

const mainFile = fileURLToPath(new URL('../../dist/ci/kills/main.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'leftovers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('killed commands leave no process or file, and the next command succeeds', {
  timeout: 600_000,
}, () => {
  const { status, stdout } = spawnSync(process.execPath, [mainFile, '--kills', '6', '--seed', '1'], {
    encoding: 'utf8',
  })

  const cleanResults = ['run', 'certify', 'merge', 'watch', 'repro', 'mock'].map((name) =>
    expect.stringContaining(`${name.padEnd(8)} 1 kills, 0 wrong`),
  )
  expect(stdout.trimEnd().split('\n')).toEqual([
    ...cleanResults,
    'leftovers: process: 0, mount: 0, cgroup: 0, file: 0, the next command: 0',
    expect.stringMatching(/^6 kills, 0 wrong; at most 50.0 %/),
  ])
  expect(status).toBe(0)
})

test('the figures count leftovers by command and by kind', () => {
  const results = [
    { name: 'run', problems: ['file a', 'process 7 x'], cleanedMs: 40_000 },
    { name: 'run', problems: [], cleanedMs: 100 },
    { name: 'mock', problems: [], cleanedMs: 0 },
  ]

  expect(figuresOf(['run', 'mock'], results)).toEqual([
    'run      2 kills, 1 wrong; clean in 40000 ms (median), 40000 ms (longest)',
    'mock     1 kills, 0 wrong; clean in 0 ms (median), 0 ms (longest)',
    'leftovers: process: 1, mount: 0, cgroup: 0, file: 1, the next command: 0',
    '3 kills, 1 wrong',
  ])
})

test('files outside the output folder and processes are leftovers', () => {
  mkdirSync(join(folder, 'home'))
  for (const name of ['out', 'out.key', 'node-cache', 'orch-conformance-x', 'home/.cache'])
    writeFileSync(join(folder, name), '')
  const sleepingProcess = spawnSync('sh', ['-c', 'sleep 20 >/dev/null & echo $!'], {
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const pid = Number(sleepingProcess.stdout)
  const foundNames = leftovers(folder, new Set(workspacesIn(folder)))
  process.kill(pid, 'SIGKILL')

  expect(foundNames).toEqual([`process ${pid} sleep 20 `, 'file orch-conformance-x', 'file home/.cache'])
})
