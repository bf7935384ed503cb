import { HarnessError, messageOf } from '../errors.ts'
import { inputKinds, sizeText } from '../input/kinds.ts'
import { readInput } from '../input/read.ts'
import { type ChangedFile, changesIn } from './diff.ts'
import type { ReachFile } from './schema.ts'
import { changesBetween } from './trees.ts'

/** A change of a program, as the command line gives it. */
export interface ChangeOptions {
  /** Path of a unified diff; `-` for standard input. */
  readonly diff?: string
  /** Two source trees in place of a diff. */
  readonly oldSource?: string
  readonly newSource?: string
}

/**
 * Returns the changed files since the recorded build.
 * @throws HarnessError `usage` if there is no change, or more than one; `config-fault` if the file is no diff
 */
export async function readChange(
  { diff, oldSource, newSource }: ChangeOptions,
  { files }: ReachFile,
): Promise<ChangedFile[]> {
  if (diff === undefined && oldSource !== undefined && newSource !== undefined)
    return changesBetween(oldSource, newSource, Object.keys(files))
  if (diff === undefined || oldSource !== undefined || newSource !== undefined)
    throw new HarnessError(
      'usage',
      '--since needs one change: --diff FILE, --diff - for standard input, or --old-source DIR with --new-source DIR.',
    )
  const changes = changesIn(diff === '-' ? await standardInput() : textOf(diff))
  if (changes === undefined)
    throw new HarnessError(
      'config-fault',
      `--diff ${diff} has no unified diff, which \`git diff\` and \`diff -ru\` write.`,
    )
  return changes
}

function textOf(path: string): string {
  try {
    return readInput(path, 'diff', `--diff ${path}`)
  } catch (thrown) {
    if (thrown instanceof HarnessError) throw thrown
    throw new HarnessError('usage', `--diff ${path}: the file could not be read (${messageOf(thrown)}).`, {
      cause: thrown,
    })
  }
}

async function standardInput(): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    const { name, maxBytes } = inputKinds.diff
    if (bytes > maxBytes)
      throw new HarnessError('config-fault', `--diff -: ${name} has at most ${sizeText(maxBytes)}.`)
  }
  return Buffer.concat(chunks).toString('utf8')
}
