import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { leftovers, workspacesIn } from './leftovers.ts'

const main = fileURLToPath(new URL('../../dist/ci/kills/main.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'leftovers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('each command of a sample leaves nothing when it is killed, and the next command succeeds', {
  timeout: 600_000,
}, () => {
  const { status, stdout } = spawnSync(process.execPath, [main, '6', '1'], { encoding: 'utf8' })

  expect(stdout.trimEnd().split('\n')).toEqual(
    ['run', 'certify', 'merge', 'watch', 'repro', 'mock'].map((name) => `${name.padEnd(8)} 1 kills, 0 wrong`),
  )
  expect(status).toBe(0)
})

test('files outside the output folder and processes are leftovers', () => {
  mkdirSync(join(folder, 'home'))
  for (const name of ['out', 'out.key', 'node-cache', 'orch-conformance-x', 'home/.cache'])
    writeFileSync(join(folder, name), '')
  const sleeping = spawnSync('sh', ['-c', 'sleep 20 >/dev/null & echo $!'], {
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const pid = Number(sleeping.stdout)
  const found = leftovers(folder, new Set(workspacesIn(folder)))
  process.kill(pid, 'SIGKILL')

  expect(found).toEqual([`process ${pid} sleep 20 `, 'file orch-conformance-x', 'file home/.cache'])
})
