import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import type { Capability } from '../../capabilities.ts'
import { hasCode, HarnessError } from '../../errors.ts'
import type { Target } from '../../target/target.ts'
import { isTargetFile } from './target-for.ts'

/** Rejects a first target file if the target is a file already, or if a file with this name exists. */
export function checkNoTargetFile(file: string, target: string): void {
  if (isTargetFile(target))
    throw new HarnessError('usage', `--write ${file}: ${target} is a target file already. Edit that one.`)
  checkNoFile(file)
}

/** Rejects a first target file if a file with this name exists. */
export function checkNoFile(file: string): void {
  if (existsSync(file)) throw existingFileError(file)
}

/** The distributions whose target files the package has, in `docs/targets`. */
export const distributions = ['kubeadm', 'kind', 'k3s', 'rke2', 'k0s', 'talos', 'microshift'] as const
/** One value of `distributions`. */
export type Distribution = (typeof distributions)[number]

/**
 * Writes the target file of a distribution, with its comments.
 * @param root the root folder of the package
 * @param program the path of the program under test, in place of the path in the file
 * @throws HarnessError `config-fault` if the file exists
 */
export async function writeLike(
  file: string,
  like: Distribution,
  { root, program, role = 'apiserver' }: { root: string; program?: string; role?: string },
): Promise<void> {
  const text = readFileSync(join(root, 'docs', 'targets', `${like}.yaml`), 'utf8')
  writeNew(file, program === undefined ? text : await withProgram(text, role, resolve(program)))
}

/** Returns a target file with another program for a role. Comments and all other entries stay. */
async function withProgram(text: string, role: string, program: string): Promise<string> {
  // This library takes longer to load than most commands run.
  const { isSeq, parseDocument } = await import('yaml')
  const file = parseDocument(text)
  const command = file.getIn(['programs', role, 'command'])
  if (!isSeq(command))
    throw new HarnessError(
      'usage',
      `The target file of this distribution has no program of the role ${role}.`,
    )
  file.setIn(['programs', role, 'command', 0], program)
  return file.toString({ lineWidth: 0 })
}

/** Writes a file that must not exist yet. */
export function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx' })
  } catch (thrown) {
    if (hasCode(thrown, 'EEXIST')) throw existingFileError(file)
    throw thrown
  }
}

/** Writes a first target file: the programs as found, and the capabilities that they lack. */
export function writeTarget(file: string, target: Target, missing: readonly Capability[]): void {
  writeNew(file, targetText(basename(file, extname(file)), target, missing))
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

function existingFileError(file: string): HarnessError {
  return new HarnessError(
    'config-fault',
    `--write ${file}: the file exists, and is not replaced. Give another name.`,
  )
}
