import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RunEvent } from '../events.ts'
import { runEvents } from './events.ts'

// Tests run from the sources, but start the built programs.
const dist = fileURLToPath(new URL('../../dist/harness/testing/', import.meta.url))

/** Command of the fake API server. */
export const fakeApiServer: readonly string[] = [process.execPath, join(dist, 'fake-apiserver.js')]

/** Command of the tiny program of another role. */
export const tinyProgram: readonly string[] = [process.execPath, join(dist, 'tiny-program.js')]

export interface CliResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  readonly events: readonly RunEvent[]
  /** Files that the run left in its temporary directory. */
  readonly temporary: string
}

export interface CliOptions {
  /** Previous files of the output directory, by their paths in the directory. */
  readonly earlier?: Readonly<Record<string, string>>
  /** Variables added to the environment of the command. */
  readonly env?: Readonly<Record<string, string>>
  /** Working directory; default the present one. */
  readonly cwd?: string
  /** Called as soon as the process listens for signals. */
  readonly whileRunning?: (child: ChildProcess, files: { out: string; temporary: string }) => Promise<void>
}

/**
 * Runs the command line on a folder of test suites; `--out` is added if the command takes that option. A run has one
 * worker unless `--jobs` says otherwise: each worker takes longer to start than its few checks.
 */
export async function runCli(
  folder: string,
  argv: readonly string[],
  options: CliOptions = {},
): Promise<CliResult> {
  const temporary = mkdtempSync(join(tmpdir(), 'cli-test-'))
  const outDir = join(temporary, 'out')
  for (const [path, content] of Object.entries(options.earlier ?? {})) {
    mkdirSync(dirname(join(outDir, path)), { recursive: true })
    writeFileSync(join(outDir, path), content)
  }
  const [command = '', ...rest] = argv
  const jobsOption = rest.includes('--jobs') ? [] : ['--jobs', '1']
  const withOut = command === 'run' ? [command, '--out', outDir, ...jobsOption, ...rest] : [...argv]
  const child = spawn(process.execPath, [join(dist, 'cli.js'), folder, ...withOut], {
    env: { ...process.env, TMPDIR: temporary, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...(options.cwd !== undefined && { cwd: options.cwd }),
  })
  const firstMessage = once(child, 'message')
  let stdout = ''
  let stderr = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const exitCode = new Promise<number | null>((resolve) => child.once('close', resolve))
  await firstMessage
  await options.whileRunning?.(child, { out: outDir, temporary })
  const code = await exitCode
  return { code, stdout, stderr, events: runEvents(outDir), temporary }
}
