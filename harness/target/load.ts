import { dirname, resolve } from 'node:path'
import { HarnessError, messageOf } from '../errors.ts'
import { readInput } from '../input/read.ts'
import type { Role } from '../roles.ts'
import { readYaml } from '../yaml/read.ts'
import { deviationsOf } from './deviation-schema.ts'
import { absoluteArguments, absoluteCommand } from './paths.ts'
import { verifyOwnFlags } from './own-flags.ts'
import { verifyPlaceholders } from './placeholders.ts'
import { type TargetFile, targetFile } from './schema.ts'
import { defaultLimits, type ProgramDescription, type Target } from './target.ts'
import { vendorOf } from './vendor.ts'

/** Reads a target file; each error names its line and, for a mistyped word, the nearest valid word. */
export function loadTarget(path: string): Target {
  let text: string
  try {
    text = readInput(path, 'target', `--target ${path}`)
  } catch (thrown) {
    if (thrown instanceof HarnessError) throw thrown
    throw new HarnessError(
      'config-fault',
      `--target ${path}: the file could not be read (${messageOf(thrown)}). Give \`reference\`, \`kubernetes\` or the path of a target file.`,
      { cause: thrown },
    )
  }
  const { value } = readYaml(text, { path, schema: targetFile, what: 'the target' })
  const { vendor: _named, deviations: stated = [], ...rest } = value
  const { vendor, deviations: ofVendor } = vendorOf(value.vendor, path)
  const deviations = [...deviationsOf(stated), ...ofVendor]
  return {
    ...rest,
    ...(vendor !== undefined && { vendor }),
    ...(deviations.length > 0 && { deviations }),
    programs: resolvePrograms(value, path),
    ...(value.mutants && {
      mutants: { ...value.mutants, list: resolve(dirname(path), value.mutants.list) },
    }),
    limits: { ...defaultLimits, ...value.limits },
  }
}

/** Resolves paths from the target file's folder; a command without a slash is searched for in PATH. */
function resolvePrograms({ programs, dialect }: TargetFile, path: string): Target['programs'] {
  const folder = dirname(path)
  return Object.fromEntries(
    Object.entries(programs).map(([role, program]: [string, ProgramDescription]) => {
      const { args = [], env = {}, flags, log = '' } = program
      const texts = [...program.command, ...args, ...Object.values(env), log]
      verifyPlaceholders(texts, `${path}: programs.${role}`, flags?.as === 'file')
      if (flags?.as === 'file' && ![...program.command, ...args].some((word) => word.includes('{flags}')))
        throw new HarnessError(
          'config-fault',
          `${path}: programs.${role}.flags are a file, and nothing of its command says {flags}, where that is.`,
        )
      verifyOwnFlags(role as Role, program, { path, dialect })
      const command = absoluteCommand(program.command, folder)
      return [
        role,
        { ...program, command, ...(program.args && { args: absoluteArguments(program.args, folder) }) },
      ]
    }),
  )
}
