import { join } from 'node:path'
import { saveFiles } from '../evidence/files.ts'
import type { RunSettings } from '../target/settings.ts'
import type { Role } from '../roles.ts'
import { missingPaths } from '../target/paths.ts'
import { defaultLimits } from '../target/target.ts'
import { type Attempt, notReady } from './attempt.ts'
import type { RunningProgram } from './running.ts'

/** How a role's program is started in the usual way, on peers of its own. */
export type FirstStart = (settings: RunSettings, withinMs: number) => Promise<FirstTried>

/** A first start that came to an end, with what stops the peers beside it. */
export interface FirstTried {
  readonly attempt: Attempt<RunningProgram>
  readonly release: () => Promise<void>
}

/** Those of the roles that can be started before any suite is loaded. */
export type FirstStarts = Readonly<Partial<Record<Role, FirstStart>>>

/** The evidence folder of a role's first start. */
export function firstStartFolder(role: string): string {
  return `first-start-${role}`
}

// Nobody waits longer to hear of a program that never comes up; a target whose programs are slower says so itself.
const usualWithinMs = 10_000

/**
 * Starts a program once, before anything is judged by it.
 * @param over aborted where nobody waits for it any longer: what ends it from then on is the harness
 * @returns why it does not come up, for people; nothing where it does, or where this machine let it not work
 */
export async function whyNeverReady(
  role: Role,
  start: FirstStart,
  settings: RunSettings,
  over: AbortSignal,
): Promise<string | undefined> {
  const { readyMs } = settings.target.limits
  const { attempt, release } = await start(
    settings,
    readyMs === defaultLimits.readyMs ? usualWithinMs : readyMs,
  )
  try {
    if (over.aborted || attempt.outcome === 'ready' || (attempt.outcome === 'hung' && attempt.isStarved))
      return undefined
    const folder = join('evidence', firstStartFolder(role))
    saveFiles(join(settings.outDir, folder), attempt.program.evidence.files())
    const { command = [], args = [] } = settings.target.programs[role] ?? {}
    const { flags } = settings.target.programs[role] ?? {}
    const handed =
      flags === undefined || flags.as === 'arguments'
        ? ''
        : ` Its command takes flags as ${flags.as} (programs.${role}.flags): see there whether they stand where it looks for them.`
    const missing = missingPaths([...command.slice(1), ...args])
    const hint =
      missing.length === 0
        ? ''
        : `\nNothing is called ${missing.join(', ')} where the command was given, so the program looked for it in that folder. Give a path that exists, or an absolute one.`
    return `${notReady(attempt).message}\nWorking directory, command line and files: ${folder}.${handed} No checks were run.${hint}`
  } finally {
    await attempt.program.stop()
    await release()
  }
}
