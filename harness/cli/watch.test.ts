import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { until } from '../machine/until.ts'

const dist = fileURLToPath(new URL('../../dist/', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'watch-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const rule = 'authn.jwt.iss-equals-issuer-url'

/** Writes the program of a target file: the reference, with these faults. */
function writeProgram(path: string, ...faults: readonly string[]): void {
  const flagsText = faults.map((fault) => `--fault=${fault}`).join(' ')
  const script = `#!/bin/sh\nexec ${process.execPath} ${join(dist, 'reference/orch-apiserver.js')} "$@" ${flagsText}\n`
  writeFileSync(path, script, { mode: 0o755 })
}

test('the failed checks run again on the changed program, followed by all checks', {
  timeout: 120_000,
}, async () => {
  const program = join(folder, 'apiserver')
  const target = join(folder, 'target.yaml')
  const outDir = join(folder, 'out')
  writeProgram(program, 'iss-trailing-slash-dropped')
  writeFileSync(
    target,
    JSON.stringify({ name: 'acme', dialect: 'orch', programs: { apiserver: { command: [program] } } }),
  )
  const argv = ['run', '--target', target, '--only', rule, '--out', outDir, '--watch']
  const child = spawn(process.execPath, [join(dist, 'bin/orch-conformance.js'), ...argv], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closeEvent = once(child, 'close')
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const untilPrinted = (what: string) => until(() => output.includes(what), { withinMs: 60_000, what })
  try {
    await untilPrinted('1 check fails. Watching')
    output = ''
    writeProgram(program)
    await untilPrinted('No check fails. Watching')
    expect(output).toContain(`${program} changed.`)
    const events = readFileSync(join(outDir, 'rerun/events.jsonl'), 'utf8').trimEnd().split('\n')
    const checkEvents = events.map((line) => JSON.parse(line)).filter(({ type }) => type === 'check')
    expect(checkEvents.some(({ id, verdict }) => id.includes('trailing-slash') && verdict === 'held')).toBe(
      true,
    )
    output = ''
    writeProgram(program, 'iss-trailing-slash-dropped')
    await untilPrinted('1 check fails. Watching')
    expect(existsSync(join(outDir, 'report.html'))).toBe(true)
  } finally {
    child.kill('SIGINT')
  }
  expect((await closeEvent)[0]).toBe(130)
})
