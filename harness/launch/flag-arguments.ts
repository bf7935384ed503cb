import { join } from 'node:path'
import { stringify } from 'yaml'
import { HarnessError } from '../errors.ts'
import { type Role, roleNames } from '../roles.ts'
import { fillPlaceholders, type PlaceholderValues } from '../target/placeholders.ts'
import type { ProgramDescription } from '../target/target.ts'
import { workspaceVariable, writePrivate } from './workspace.ts'

type FlagForm = NonNullable<ProgramDescription['flags']>
type InFile = Extract<FlagForm, { readonly as: 'file' }>

/** Command line and files of one start of a program. */
export interface ProgramArguments {
  /** The whole command line. */
  readonly command: readonly string[]
  /** Name of the file with the flags, if there is one. */
  readonly flagsFile?: string
}

const defaultName = 'flags.yaml'

/**
 * Returns the command line that starts a program with some flags, in the form that the target's command takes; writes
 * the file of flags if there is one.
 * @param flags `--name=value` each, as the program itself takes them
 * @throws HarnessError `not-applicable` if the command cannot pass one of them
 */
export function programArguments(
  role: Role,
  described: ProgramDescription,
  flags: readonly string[],
  directory: string,
): ProgramArguments {
  const how: FlagForm = described.flags ?? { as: 'arguments' }
  const flagsFile = how.as === 'file' ? (how.name ?? defaultName) : undefined
  const places = placeholdersOf(directory, flagsFile)
  const own = [...described.command, ...(described.args ?? [])].map((word) => fillPlaceholders(word, places))
  if (how.as === 'arguments') return { command: [...own, ...flags] }
  const pairs = flags.map((argument) => pairOf(role, argument))
  if (how.as === 'prefixed') return { command: [...own, ...pairs.map((pair) => how.prefix + textOf(pair))] }
  writePrivate(join(directory, flagsFile ?? defaultName), fileOf(role, how, pairs))
  return { command: own, ...(flagsFile !== undefined && { flagsFile }) }
}

/** Values of the placeholders in a start with this folder. */
export function placeholdersOf(directory: string, flagsFile?: string): PlaceholderValues {
  return {
    work: process.env[workspaceVariable] ?? directory,
    folder: directory,
    ...(flagsFile !== undefined && { flags: join(directory, flagsFile) }),
  }
}

/** A flag without its dashes; the value is undefined for a flag without one. */
type Pair = readonly [name: string, value: string | undefined]

const textOf = ([name, value]: Pair): string => (value === undefined ? name : `${name}=${value}`)

function pairOf(role: Role, argument: string): Pair {
  const [, name, value] = /^--([^=]+)(?:=(.*))?$/s.exec(argument) ?? []
  if (name !== undefined) return [name, value]
  throw new HarnessError(
    'not-applicable',
    `The command of the ${roleNames[role]} takes flags by name (programs.${role}.flags), and ${argument} is none.`,
  )
}

function fileOf(
  role: Role,
  { at, shape, prefix = '', content = {} }: InFile,
  pairs: readonly Pair[],
): string {
  const named = pairs.map(([name, value]): Pair => [prefix + name, value])
  // A flag without a value is true.
  const entries = named.map(([name, value = 'true']) => ({ name, value }))
  const flags = shape === 'list' ? named.map(textOf) : shape === 'entries' ? entries : mapOf(role, entries)
  const steps = at
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return stringify(within(content, steps, flags), { lineWidth: 0, version: '1.1' })
}

function mapOf(role: Role, entries: readonly { readonly name: string; readonly value: string }[]): object {
  const twice = entries.find(({ name }, index) => entries.findIndex((one) => one.name === name) !== index)
  if (twice === undefined) return Object.fromEntries(entries.map(({ name, value }) => [name, value]))
  throw new HarnessError(
    'not-applicable',
    `The command of the ${roleNames[role]} takes one value for each flag (programs.${role}.flags.shape: map), and this check gives ${twice.name} several.`,
  )
}

function within(around: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value
  // The first entry creates a list. A member of an existing mapping may be called 0 as well.
  if (Array.isArray(around) || (around === undefined && step === '0')) {
    const items: readonly unknown[] = around ?? []
    const index = Number(step)
    return [...items.slice(0, index), within(items[index], rest, value), ...items.slice(index + 1)]
  }
  const members = typeof around === 'object' && around !== null ? (around as Record<string, unknown>) : {}
  return { ...members, [step]: within(members[step], rest, value) }
}
