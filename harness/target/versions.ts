import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import type { TargetSummary } from '../events.ts'
import type { Target } from './target.ts'

// Printing a version needs no peer; a program that hangs here is judged by the checks, not by its version.
const versionWithinMs = 5_000

/** The target's programs, each with the first line of what it prints for `--version`; `signal` ends the asking. */
export function programsOf(target: Target, signal: AbortSignal): Promise<TargetSummary['programs']> {
  return Promise.all(
    Object.entries(target.programs).map(async ([role, program]) => {
      const version = await versionOf([...program.command, '--version'], signal)
      return { role, command: program.command, ...(version !== undefined && { version }) }
    }),
  )
}

function versionOf(
  [file = '', ...args]: readonly string[],
  signal: AbortSignal,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = {
      timeout: versionWithinMs,
      killSignal: 'SIGKILL',
      maxBuffer: 1024 * 1024,
      cwd: tmpdir(),
      signal,
    } as const
    execFile(file, args, options, (failure, stdout) => {
      const [first = ''] = stdout.split('\n')
      resolve(failure === null && first !== '' ? first.trim() : undefined)
    })
  })
}
