import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const script = fileURLToPath(new URL('../../dist/bin/orch-conformance.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'repeat-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the command line, and returns its exit code and its standard error. */
function runCommand(...argv: readonly string[]) {
  const { status, stderr } = spawnSync(process.execPath, [script, ...argv], { cwd: folder, encoding: 'utf8' })
  return { status, stderr }
}

test('runs are repeated in separate folders, and their verdicts are compared', () => {
  const { status, stderr } = runCommand('run', '--only', 'flag.secure-port.not-zero', '--repeat', '2')
  const repeatReport = JSON.parse(readFileSync(join(folder, 'out', 'repeat.json'), 'utf8')) as object
  const secondEvents = readFileSync(join(folder, 'out', 'repeat', '2', 'events.jsonl'), 'utf8')

  expect(stderr).toContain('0 changed their verdicts. With 95 % confidence')
  expect(repeatReport).toMatchObject({ runs: 2, changed: [] })
  expect(secondEvents).toContain('"type":"footer"')
  expect(status).toBe(0)
})

test('a selection without checks is reported once', () => {
  const { status, stderr } = runCommand('run', '--only', 'none.at.all', '--repeat=2', '--out', 'none')

  expect(stderr.match(/matches no rule/g)).toHaveLength(1)
  expect(status).toBe(4)
})
