import type { Dialect } from '../dialect/dialect.ts'
import { HarnessError } from '../errors.ts'
import { type ConfigurationTree, configurationFlags, treeAt } from '../launch/configuration.ts'
import { file, type FileValue, type Flags } from '../launch/flags.ts'
import { type Role, roleNames } from '../roles.ts'

/** The role of a controller manager. */
export type ManagerRole = Extract<Role, 'controller-manager' | 'cloud-controller-manager'>

/**
 * Returns the flags that pass a configuration.
 * @param wholeFile makes the whole file from the configuration, for checks about the file itself
 * @throws HarnessError `not-applicable` if the program reads no file that `whole` requires, or if the configuration
 * cannot be passed at all
 */
export function managerArguments(
  dialect: Dialect,
  role: ManagerRole,
  configuration: ConfigurationTree,
  wholeFile?: (configuration: ConfigurationTree) => FileValue['content'],
): Flags {
  const form = argumentsForm(dialect, role)
  if (wholeFile === undefined) return configurationFlags(configuration, form).flags
  if (form.as === 'file') return { [form.flag]: file('configuration.yaml', wholeFile(configuration)) }
  throw new HarnessError(
    'not-applicable',
    `This check is about the configuration file, and ${dialect.programs[role].file} reads none: it takes flags.`,
  )
}

/** Ends the check as not applicable if a leaf cannot be passed to the program. The message names the leaf. */
export function requireSettable(dialect: Dialect, role: ManagerRole, pointers: readonly string[]): void {
  const form = argumentsForm(dialect, role)
  const unsupportedPointers = pointers.filter(
    (pointer) => configurationFlags(treeAt(pointer, ''), form).unsupported.length > 0,
  )
  if (unsupportedPointers.length === 0) return
  throw new HarnessError(
    'not-applicable',
    `${dialect.programs[role].file} cannot be given ${unsupportedPointers.join(', ')}: there is no flag for it.`,
  )
}

function argumentsForm(dialect: Dialect, role: ManagerRole) {
  const { configuration } = dialect.programs[role]
  if (configuration !== undefined) return configuration
  throw new HarnessError('not-applicable', `The dialect knows no configuration of a ${roleNames[role]}.`)
}
