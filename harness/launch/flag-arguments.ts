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
 * Returns the command line that starts a program with the flags, in the form that the target's command accepts; writes
 * the file of flags if there is one.
 * @param flags `--name=value` each, as the program itself takes them
 * @throws HarnessError `not-applicable` if the command cannot pass one of the flags
 */
export function programArguments(
  role: Role,
  description: ProgramDescription,
  flags: readonly string[],
  directory: string,
): ProgramArguments {
  const flagForm: FlagForm = description.flags ?? { as: 'arguments' }
  const flagsFile = flagForm.as === 'file' ? (flagForm.name ?? defaultName) : undefined
  const placeholders = placeholdersOf(directory, flagsFile)
  const commandWords = [...description.command, ...(description.args ?? [])].map((word) =>
    fillPlaceholders(word, placeholders),
  )
  if (flagForm.as === 'arguments') return { command: [...commandWords, ...flags] }
  const pairs = flags.map((argument) => pairOf(role, argument))
  if (flagForm.as === 'prefixed')
    return { command: [...commandWords, ...pairs.map((pair) => flagForm.prefix + textOf(pair))] }
  writePrivate(join(directory, flagsFile ?? defaultName), fileOf(role, flagForm, pairs))
  return { command: commandWords, ...(flagsFile !== undefined && { flagsFile }) }
}

/** Values of the placeholders in a start with this folder. */
export function placeholdersOf(directory: string, flagsFile?: string): PlaceholderValues {
  return {
    work: process.env[workspaceVariable] ?? directory,
    folder: directory,
    ...(flagsFile !== undefined && { flags: join(directory, flagsFile) }),
  }
}

/** A flag without its dashes. The value is `undefined` if the flag has no value. */
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
  const prefixedPairs = pairs.map(([name, value]): Pair => [prefix + name, value])
  // A flag without a value is true.
  const entries = prefixedPairs.map(([name, value = 'true']) => ({ name, value }))
  const flags =
    shape === 'list' ? prefixedPairs.map(textOf) : shape === 'entries' ? entries : flagMapOf(role, entries)
  const pathSteps = at
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return stringify(nestValue(content, pathSteps, flags), { lineWidth: 0, version: '1.1' })
}

function flagMapOf(
  role: Role,
  entries: readonly { readonly name: string; readonly value: string }[],
): object {
  const duplicate = entries.find(({ name }, index) => entries.findIndex((one) => one.name === name) !== index)
  if (duplicate === undefined) return Object.fromEntries(entries.map(({ name, value }) => [name, value]))
  throw new HarnessError(
    'not-applicable',
    `The command of the ${roleNames[role]} takes one value for each flag (programs.${role}.flags.shape: map), and this check gives ${duplicate.name} several.`,
  )
}

function nestValue(container: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value
  // The first entry creates a list. A member of an existing mapping may also be called 0.
  if (Array.isArray(container) || (container === undefined && step === '0')) {
    const items: readonly unknown[] = container ?? []
    const index = Number(step)
    return [...items.slice(0, index), nestValue(items[index], rest, value), ...items.slice(index + 1)]
  }
  const members =
    typeof container === 'object' && container !== null ? (container as Record<string, unknown>) : {}
  return { ...members, [step]: nestValue(members[step], rest, value) }
}
