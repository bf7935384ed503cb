import { flagOf } from '../flag-values.ts'
import { basename, join, resolve } from 'node:path'
import { HarnessError } from '../errors.ts'
import type { Peer } from '../peer.ts'
import { type Role, roleNames } from '../roles.ts'
import type { RunSettings } from '../target/settings.ts'
import { dialectOf } from '../target/dialects.ts'
import { fillPlaceholders } from '../target/placeholders.ts'
import type { ProgramDescription } from '../target/target.ts'
import { Timeline } from '../timeline.ts'
import { faultTraceName } from './fault-trace.ts'
import { type Flags, writeFlags } from './flags.ts'
import { goMemory } from './go-memory.ts'
import { programArguments, placeholdersOf } from './flag-arguments.ts'
import { interceptionHere } from './interception.ts'
import { coverageVariables } from './reach/code-reach.ts'
import { reachVariable } from './reach/mutant-reach.ts'
import { Program } from './program.ts'
import type { LaunchedProgram } from './running.ts'
import { usedStartsHere } from './reach/used-starts.ts'
import { makeWorkspace } from './workspace.ts'

/** Options of the start of a program of any role. */
export interface SpawnOptions {
  readonly settings: RunSettings
  readonly role: Role
  /**
   * The flags, in the documents' words, after the arguments of the target; a function if the flags name paths in the
   * directory of the program.
   */
  readonly flags: Flags | ((directory: string) => Flags)
  /** Arguments that no dialect spells, after the flags. */
  readonly args?: readonly string[] | undefined
  /**
   * Returns the whole command that starts the program in a separate environment. The process id must stay the same.
   */
  readonly wrapCommand?: ((command: readonly string[], directory: string) => readonly string[]) | undefined
  /** Variables added to the environment of the program. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Peers whose journals belong in the timeline of the program. */
  readonly peers?: readonly Peer[] | undefined
}

/**
 * Returns the start description of a role's program in the target. Throws a config fault if the target has no program
 * of the role.
 */
function descriptionOf({ target }: RunSettings, role: Role): ProgramDescription {
  const description = target.programs[role]
  if (description !== undefined) return description
  throw new HarnessError(
    'config-fault',
    `Target ${target.name} describes no ${roleNames[role]}: set programs.${role}.command.`,
  )
}

/** Starts a role's program in a new directory, without waiting for it. */
export async function spawnProgram(options: SpawnOptions): Promise<LaunchedProgram> {
  const { settings, role, flags: givenFlags, args = [], peers = [] } = options
  const description = descriptionOf(settings, role)
  const directory = makeWorkspace(role)
  usedStartsHere()?.add(basename(directory))
  const timeline = new Timeline()
  const traceFlags = settings.faultTrace ? [`--fault-trace=${join(directory, faultTraceName)}`] : []
  const statedFlags = typeof givenFlags === 'function' ? givenFlags(directory) : givenFlags
  const writtenFlags = writeFlags(statedFlags, dialectOf(settings.target), directory)
  const programFlags = withoutOwnFlags([...traceFlags, ...writtenFlags, ...args], description)
  const interception = interceptionHere()
  const flags = interception?.reduceArguments(programFlags, directory) ?? programFlags
  const { command: plainCommand, flagsFile } = programArguments(role, description, flags, directory)
  const command = options.wrapCommand?.(plainCommand, directory) ?? plainCommand
  const placeholders = placeholdersOf(directory)
  const ownVariables = Object.fromEntries(
    Object.entries(description.env ?? {}).map(([name, value]) => [
      name,
      fillPlaceholders(value, placeholders),
    ]),
  )
  const addedVariables = Object.entries({ ...goMemory(settings), ...options.env })
  const env = Object.fromEntries(
    addedVariables.filter(([name]) => !(name in ownVariables) || name in (options.env ?? {})),
  )
  const variables = {
    ...ownVariables,
    ...env,
    ...reachVariable(settings, directory),
    ...coverageVariables(settings, directory),
  }
  const plannedStart = { role, command, directory, env: variables, peers }
  const program = await Program.start({
    name: role,
    command: (await interception?.replaceCommand(plannedStart)) ?? command,
    cwd: directory,
    env: variables,
    timeline,
    log:
      description.log === undefined
        ? undefined
        : resolve(directory, fillPlaceholders(description.log, placeholders)),
  })
  const flagRecord = { flags, ...(flagsFile !== undefined && { flagsFile }) }
  return { role, settings, program, timeline, directory, command, ...flagRecord, peers, env }
}

/** Returns the flags of the harness without the flags that the command sets, which must not be repeated. */
function withoutOwnFlags(flags: readonly string[], { ownFlags = [] }: ProgramDescription): readonly string[] {
  return flags.filter((flag) => !ownFlags.includes(flagOf(flag)))
}
