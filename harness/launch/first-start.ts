import { join } from 'node:path'
import { saveFiles } from '../evidence/files.ts'
import type { RunSettings } from '../target/settings.ts'
import type { Role } from '../roles.ts'
import { missingPaths } from '../target/paths.ts'
import { defaultLimits } from '../target/target.ts'
import type { Attempt } from './attempt.ts'
import { notReadyError } from './start-errors.ts'
import type { RunningProgram } from './running.ts'

/** Starts a role's program in the usual way, with separate peers. */
export type FirstStart = (settings: RunSettings, withinMs: number) => Promise<FirstAttempt>

/** Result of a first start, with a function that stops its peers. */
export interface FirstAttempt {
  readonly attempt: Attempt<RunningProgram>
  readonly release: () => Promise<void>
}

/** First starts of the roles that can be started before any suite is loaded. */
export type FirstStarts = Readonly<Partial<Record<Role, FirstStart>>>

/** Returns the evidence folder of a role's first start. */
export function firstStartFolder(role: string): string {
  return `first-start-${role}`
}

// Default time after which a start fails. A target with slower programs sets a longer time.
const defaultWithinMs = 10_000

/**
 * Starts a program once, before any check tests it.
 * @param abortSignal aborted when the result is no longer needed; from then on the harness ends the program
 * @returns the reason why the program does not become ready, for users; `undefined` if it becomes ready, or if this
 * machine kept it from working
 */
export async function startFailureOf(
  role: Role,
  start: FirstStart,
  settings: RunSettings,
  abortSignal: AbortSignal,
): Promise<string | undefined> {
  const { readyMs } = settings.target.limits
  const { attempt, release } = await start(
    settings,
    readyMs === defaultLimits.readyMs ? defaultWithinMs : readyMs,
  )
  try {
    if (
      abortSignal.aborted ||
      attempt.outcome === 'ready' ||
      (attempt.outcome === 'hung' && attempt.isStarved)
    )
      return undefined
    const folder = join('evidence', firstStartFolder(role))
    saveFiles(join(settings.outDir, folder), attempt.program.evidence.files())
    const { command = [], args = [] } = settings.target.programs[role] ?? {}
    const { flags } = settings.target.programs[role] ?? {}
    const flagNote =
      flags === undefined || flags.as === 'arguments'
        ? ''
        : ` Its command takes flags as ${flags.as} (programs.${role}.flags): see there whether they stand where it looks for them.`
    const missingFiles = missingPaths([...command.slice(1), ...args])
    const hint =
      missingFiles.length === 0
        ? ''
        : `\nNothing is called ${missingFiles.join(', ')} where the command was given, so the program looked for it in that folder. Give a path that exists, or an absolute one.`
    return `${notReadyError(attempt).message}\nWorking directory, command line and files: ${folder}.${flagNote} No checks were run.${hint}`
  } finally {
    await attempt.program.stop()
    await release()
  }
}
