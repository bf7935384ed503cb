import { existsSync, writeFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import type { Capability } from '../capabilities.ts'
import { hasCode, HarnessError } from '../errors.ts'
import type { Target } from '../target/target.ts'
import { isTargetFile } from './target-for.ts'

/** Rejects writing a first target file if one exists already: under its name, or as the target itself. */
export function mayWriteTarget(file: string, target: string): void {
  if (isTargetFile(target))
    throw new HarnessError('usage', `--write ${file}: ${target} is a target file already. Edit that one.`)
  if (existsSync(file)) throw alreadyThere(file)
}

/** Writes a first target file: the programs as found, and the capabilities that they lack. */
export function writeTarget(file: string, target: Target, missing: readonly Capability[]): void {
  try {
    writeFileSync(file, targetText(basename(file, extname(file)), target, missing), { flag: 'wx' })
  } catch (thrown) {
    if (hasCode(thrown, 'EEXIST')) throw alreadyThere(file)
    throw thrown
  }
}

/** Returns the text of a target file. JSON in one line is valid YAML. */
function targetText(
  name: string,
  target: Pick<Target, 'dialect' | 'programs'>,
  missing: readonly Capability[],
): string {
  const programs = Object.entries(target.programs).map(
    ([role, { command }]) => `  ${role}:\n    command: ${JSON.stringify(command)}\n`,
  )
  const capabilities = missing.map((capability) => `  ${capability}: false\n`)
  return [
    '# Written by doctor --write. docs/your-implementation.md describes all fields.\n',
    `name: ${JSON.stringify(name)}\n`,
    `dialect: ${target.dialect}\n`,
    'programs:\n',
    ...programs,
    ...(capabilities.length === 0 ? [] : ['# Checks that need these are not applicable.\ncapabilities:\n']),
    ...capabilities,
  ].join('')
}

function alreadyThere(file: string): HarnessError {
  return new HarnessError(
    'config-fault',
    `--write ${file}: the file exists, and is not replaced. Give another name.`,
  )
}
