import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import type { RunEvent } from '../events.ts'

const dist = fileURLToPath(new URL('../../dist/', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'second-attempts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const check = 'authn.jwt.iss-equals-issuer-url/refuses-a-token-whose-iss-has-a-trailing-slash'

async function command(...argv: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(dist, 'bin/orch-conformance.js'), ...argv], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

/** Runs the check, and once more if the result on a busy machine is inconclusive. */
async function runUntilConclusive(name: string, extraArgumentsOf: (name: string) => readonly string[]) {
  const secondName = `${name}-again`
  const run = await runSuite(name, extraArgumentsOf(name))
  return run.verdicts.includes('inconclusive') ? runSuite(secondName, extraArgumentsOf(secondName)) : run
}

/** Runs the check on the reference with a fault. */
async function runSuite(name: string, extraArguments: readonly string[]) {
  const outDir = join(folder, name)
  const target = join(folder, `${name}.yaml`)
  const program = {
    command: [process.execPath, join(dist, 'reference/orch-apiserver.js')],
    args: ['--fault=iss-trailing-slash-dropped', ...extraArguments],
  }
  writeFileSync(target, JSON.stringify({ name, dialect: 'orch', programs: { apiserver: program } }))
  const { code } = await command('run', '--target', target, '--only', check, '--out', outDir)
  const lines = readFileSync(join(outDir, 'events.jsonl'), 'utf8').trimEnd().split('\n')
  const events = lines.map((line) => JSON.parse(line) as RunEvent)
  return {
    code,
    out: outDir,
    target,
    attempts: events.flatMap((event) =>
      event.type === 'attempt' ? [`${event.attempt} ${event.verdict}`] : [],
    ),
    verdicts: events.flatMap((event) =>
      event.type === 'check' && event.id === check ? [event.verdict] : [],
    ),
    summary: readFileSync(join(outDir, 'summary.md'), 'utf8'),
  }
}

test('an implementation that fails at every other start is unstable, which no baseline lists', {
  timeout: 100_000,
}, async () => {
  const run = await runUntilConclusive('alternating', (name) => [
    `--every-other-start=${join(folder, `${name}-starts`)}`,
  ])
  const rerun = await command('run', '--rerun-failed', run.out, '--target', run.target)

  expect([run.attempts, run.verdicts, run.code]).toEqual([['1 broken', '2 held'], ['unstable'], 8])
  expect(run.summary).toContain('## Unstable (filtered)')
  expect(rerun.code).toBeOneOf([0, 8])
})

test('an implementation that fails at every start is broken, and a second attempt confirms the verdict', {
  timeout: 100_000,
}, async () => {
  const run = await runUntilConclusive('wrong', () => [])

  expect([run.attempts, run.verdicts, run.code]).toEqual([['1 broken', '2 broken'], ['broken'], 1])
  expect(run.summary).toContain('confirmed: broken, then broken by itself on a fresh start')
})
