import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { dialects } from './dialects.ts'
import { minorVersionIn, type Versions } from '../dialect/version-range.ts'
import type { TargetSummary } from '../events.ts'
import { isRole } from '../roles.ts'
import { filled } from './placeholders.ts'
import type { Target } from './target.ts'

// Printing a version needs no peer; a program that hangs here is judged by the checks, not by its version.
const versionWithinMs = 5_000

/** The target's programs, each with the first line of what it prints for `--version`; `signal` ends the asking. */
export function programsOf(target: Target, signal: AbortSignal): Promise<TargetSummary['programs']> {
  return Promise.all(
    Object.entries(target.programs).map(async ([role, program]) => {
      const places = { work: tmpdir(), folder: tmpdir() }
      const command = program.command.map((word) => filled(word, places))
      const version =
        program.version === undefined
          ? await versionOf([...command, '--version'], signal)
          : `${dialects[target.dialect]?.versionBehind ?? ''}${program.version}`
      return { role, command: program.command, ...(version !== undefined && { version }) }
    }),
  )
}

/** The minor versions that programs told, as far as the dialect reads them in what they said. */
export function minorVersions(dialect: string, programs: TargetSummary['programs']): Versions {
  const behind = dialects[dialect]?.versionBehind
  const told = programs.flatMap(({ role, version }) => {
    const minor = behind === undefined || version === undefined ? undefined : minorVersionIn(version, behind)
    return isRole(role) && minor !== undefined ? [[role, minor] as const] : []
  })
  return Object.fromEntries(told)
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
    } as const
    try {
      const child = execFile(file, args, options, (failure, stdout) => {
        signal.removeEventListener('abort', end)
        const [first = ''] = stdout.split('\n')
        resolve(failure === null && first !== '' ? first.trim() : undefined)
      })
      // What never started has no pid, and Node, given the signal itself, would end this process and all of its group.
      const end = (): void => void (child.pid !== undefined && child.kill('SIGKILL'))
      signal.addEventListener('abort', end, { once: true })
    } catch {
      // Some failures to start are thrown; the start that is looked at tells them.
      resolve(undefined)
    }
  })
}
