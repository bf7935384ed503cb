import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli } from '../testing/run-cli.ts'

/**
 * A program that records its arguments and environment, starts thirty processes in separate sessions that ignore
 * termination signals, prints its version on request, and otherwise refuses to start.
 */
const program = `#!${process.execPath}
const { spawn } = require('node:child_process')
const { appendFileSync, readdirSync } = require('node:fs')
const start = { args: process.argv.slice(3), env: process.env, cwd: process.cwd(), files: readdirSync('.') }
appendFileSync(process.argv[2], JSON.stringify(start) + '\\n')
const stubbornScript = 'trap "" TERM INT HUP; for i in $(seq 60); do sleep 1; done'
for (let n = 0; n < 30; n++)
  spawn('/bin/sh', ['-c', stubbornScript, process.argv[2]], { detached: true, stdio: 'ignore', cwd: '/' }).unref()
if (!process.argv.includes('--version')) process.exit(7)
console.log('v1.2.3')
process.exit(0)
`

interface Start {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly files: readonly string[]
}

/**
 * Runs a command that starts the program above. Returns the starts of the program, and its processes that still run.
 */
async function processesStartedBy(
  ...argv: readonly string[]
): Promise<{ readonly starts: readonly Start[]; readonly remainingProcesses: readonly string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'left-'))
  const [file, notes] = [join(folder, 'program'), join(folder, 'starts.jsonl')]
  writeFileSync(file, program, { mode: 0o755 })
  await runCli('plain', [...argv, '--', file, notes], { env: { A_SECRET: 'of the machine' } })
  const starts = existsSync(notes) ? readFileSync(notes, 'utf8').trimEnd().split('\n') : []
  return {
    starts: starts.map((line) => JSON.parse(line) as Start),
    remainingProcesses: processesNaming(notes),
  }
}

function processesNaming(word: string): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(word)
    } catch {
      return false
    }
  })
}

const freshOutDir = (): string => join(mkdtempSync(join(tmpdir(), 'left-')), 'out')

// Environment variables of each start, as documented in README.
const keptVariables = ['PATH', 'LANG', 'TZ', 'HOME', 'TMPDIR', 'ORCH_CONFORMANCE_OWNER']

test.for([
  ['run', ['run', '--only', 'plain.holds']],
  ['doctor', ['doctor', '--out', freshOutDir()]],
  ['repro', ['repro', 'plain.holds/accepts-a-request', '--out', freshOutDir()]],
  ['shrink', ['shrink', 'plain.holds/accepts-a-request', '--tries', '1', '--out', freshOutDir()]],
] as const)(
  'no process of a program outlives %s, and each start has the documented environment',
  async ([, argv]) => {
    const { starts, remainingProcesses } = await processesStartedBy(...argv)

    expect(remainingProcesses).toEqual([])
    expect(starts.some(({ args }) => args.includes('--version'))).toBe(true)
    for (const { env, cwd, files, args } of starts) {
      expect(Object.keys(env).filter((name) => !keptVariables.includes(name))).toEqual([])
      expect([env.HOME, env.TMPDIR]).toEqual([cwd, cwd])
      expect(dirname(cwd)).toContain('orch-conformance-')
      // The folder contains only the configuration of this start, and no other files.
      expect(files.filter((name) => !args.some((arg) => arg.includes(name)))).toEqual([])
      expect(existsSync(cwd)).toBe(false)
    }
  },
)
