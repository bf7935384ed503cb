import { setTimeout as sleep } from 'node:timers/promises'
import type { TargetSummary } from '../header.ts'
import { isRole, type Role } from '../roles.ts'
import type { ProgramDescription, Target } from '../target/target.ts'
import { dialects } from '../target/dialects.ts'
import { fillPlaceholders } from '../target/placeholders.ts'
import { Timeline } from '../timeline.ts'
import { placeholdersOf } from './flag-arguments.ts'
import { Program } from './program.ts'
import { makeWorkspace, removeWorkspace } from './workspace.ts'

// Time limit for printing a version, which needs no peer. Checks report a program that hangs here.
const versionWithinMs = 5_000

/**
 * Returns the target's programs, each with the first line of its output for `--version`. Starts them like every
 * program, in a clean environment and a separate directory.
 * @param signal aborts the queries
 * @param roles roles whose programs are queried; default all
 */
export function programsOf(
  { dialect, programs }: Pick<Target, 'dialect' | 'programs'>,
  signal: AbortSignal,
  roles?: ReadonlySet<Role>,
): Promise<TargetSummary['programs']> {
  const isSelected = (role: string): boolean => roles === undefined || (isRole(role) && roles.has(role))
  return Promise.all(
    Object.entries(programs).map(async ([role, program]) => {
      const version =
        program.version !== undefined
          ? `${dialects[dialect]?.versionAfterPrefix ?? ''}${program.version}`
          : isSelected(role)
            ? await versionOf(role, program, signal)
            : undefined
      return { role, command: program.command, ...(version !== undefined && { version }) }
    }),
  )
}

async function versionOf(
  role: string,
  { command, env }: Pick<ProgramDescription, 'command' | 'env'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (signal.aborted) return undefined
  const cwd = makeWorkspace(`${role}-version`)
  const placeholders = placeholdersOf(cwd)
  const filledEnv = Object.entries(env ?? {}).map(([name, value]) => [
    name,
    fillPlaceholders(value, placeholders),
  ])
  try {
    const program = await Program.start({
      name: role,
      command: [...command.map((word) => fillPlaceholders(word, placeholders)), '--version'],
      cwd,
      env: Object.fromEntries(filledEnv) as Record<string, string>,
      timeline: new Timeline(),
    })
    const timeLimit = new AbortController()
    const timeout = sleep(versionWithinMs, undefined, {
      signal: AbortSignal.any([timeLimit.signal, signal]),
    }).catch(() => {})
    await Promise.race([program.exited, timeout])
    timeLimit.abort()
    const isOver = program.exit?.code === 0
    await program.stop(0)
    const [first = ''] = program.stdout.text.split('\n')
    return isOver && first !== '' ? first.trim() : undefined
  } catch {
    // The start under test reports why there is no version.
    return undefined
  } finally {
    removeWorkspace(cwd)
  }
}
