import { readFileSync } from 'node:fs'
import { basename, dirname, extname, resolve } from 'node:path'
import { HarnessError } from '../../errors.ts'
import { flagOf } from '../../flag-values.ts'
import type { Role } from '../../roles.ts'
import type { ProgramDescription } from '../../target/target.ts'

/** A target file that describes how the program of a manifest takes its flags. */
export interface BaseTarget {
  readonly path: string
  readonly program: ProgramDescription
}

/**
 * Returns the program of a role in a target file, with another executable if one is given.
 * @throws HarnessError `config-fault` if the file has no such program
 */
export async function baseTarget(path: string, role: Role, executable?: string): Promise<BaseTarget> {
  const { loadTarget } = await import('../../target/load.ts')
  const program = loadTarget(path).programs[role]
  if (program === undefined)
    throw new HarnessError('config-fault', `${path} has no program of the role ${role}. Give --role.`)
  const [file = '', ...args] = program.command
  return { path, program: { ...program, command: [executable ?? file, ...args] } }
}

/** Returns flags in the form of the arguments of a command; nothing if the command takes them in a file. */
export function argumentsFor(
  { flags: form }: ProgramDescription,
  flags: readonly string[],
): readonly string[] | undefined {
  if (form?.as === 'file') return undefined
  return form?.as === 'prefixed' ? flags.map((flag) => form.prefix + flag.replace(/^--/, '')) : flags
}

const listText = (values: readonly string[]): string =>
  `[${values.map((one) => JSON.stringify(one)).join(', ')}]`

/** Returns the text of a target file for a program that takes its flags as arguments. */
export function plainTargetText(
  file: string,
  role: Role,
  command: readonly string[],
  flags: readonly string[],
): string {
  return [
    '# Written by doctor --from-manifest. docs/your-implementation.md describes all fields.\n',
    `name: ${JSON.stringify(basename(file, extname(file)))}\n`,
    'dialect: kubernetes\n',
    'programs:\n',
    `  ${role}:\n`,
    `    command: ${listText(command)}\n`,
    ...(flags.length === 0
      ? []
      : [
          `    args: ${listText(flags)}\n`,
          '    # Rules about these flags are not applicable. Remove a flag from both lists to have them tested.\n',
          `    ownFlags: ${listText([...new Set(flags.map(flagOf))])}\n`,
        ]),
  ].join('')
}

/** Returns the text of a target file with the flags added to its program, the only one that stays. Comments stay. */
export async function extendedTargetText(
  { path, program }: BaseTarget,
  role: Role,
  flags: readonly string[],
): Promise<string> {
  // This library takes longer to load than most commands run.
  const { parseDocument } = await import('yaml')
  const file = parseDocument(readFileSync(path, 'utf8'))
  const addedArguments = argumentsFor(program, flags) ?? []
  const addedNames = new Set(addedArguments.map((_, at) => flagOf(flags[at] ?? '')))
  const ownArguments = (program.args ?? []).filter((argument) => !addedNames.has(flagOf(argument)))
  const ownFlags = [...new Set([...(program.ownFlags ?? []), ...addedNames])]
  const set = (field: string, values: readonly string[]): void => {
    if (values.length > 0) file.setIn(['programs', role, field], file.createNode(values, { flow: true }))
  }
  const { programs } = file.toJS() as { programs: object }
  for (const other of Object.keys(programs)) if (other !== role) file.deleteIn(['programs', other])
  set('command', program.command)
  set('args', [...ownArguments, ...addedArguments])
  set('ownFlags', ownFlags)
  // The written file may be in another folder.
  for (const place of [['vendor'], ['mutants', 'list']]) {
    const value: unknown = file.getIn(place)
    if (typeof value === 'string' && (place.length > 1 || value.startsWith('.')))
      file.setIn(place, resolve(dirname(path), value))
  }
  return file.toString({ lineWidth: 0, flowCollectionPadding: false })
}
