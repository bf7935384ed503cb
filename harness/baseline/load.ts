import { createHash } from 'node:crypto'
import { HarnessError, messageOf } from '../errors.ts'
import { readInput } from '../input/read.ts'
import { readYaml } from '../yaml/read.ts'
import type { Filter } from './filter.ts'
import { baselineFile, type KnownFailure } from './schema.ts'

/** A known failure with its location in the file. */
export type ListedFailure = KnownFailure & {
  /** Location of the entry, such as `baseline.yaml:12`. */
  readonly location: string
}

/** A loaded baseline. */
export interface LoadedBaseline {
  /** Path as given on the command line. */
  readonly file: string
  /** SHA-256 of its text, in hexadecimal. */
  readonly digest: string
  readonly failures: readonly ListedFailure[]
  /** Filter of the runs for which the baseline is valid; `undefined` for whole runs. */
  readonly filter: Filter | undefined
}

/** Reads a baseline. Every mistake is reported with its line, including placeholders that are not filled in. */
export function loadBaseline(file: string): LoadedBaseline {
  const text = textOf(file)
  const { value, lineOf } = readYaml(text, { path: file, schema: baselineFile, what: 'the baseline' })
  const failures = value.failures.map((failure, index) => ({
    ...failure,
    location: `${file}:${lineOf(['failures', index, 'check'])}`,
  }))
  const checkIds = new Set<string>()
  const duplicate = failures.find(({ check }) => checkIds.size === checkIds.add(check).size)
  if (duplicate !== undefined)
    throw new HarnessError('config-fault', `${duplicate.location}: ${duplicate.check} is listed twice.`)
  return { file, digest: createHash('sha256').update(text).digest('hex'), failures, filter: value.filter }
}

function textOf(file: string): string {
  try {
    return readInput(file, 'baseline', `--baseline ${file}`)
  } catch (thrown) {
    if (thrown instanceof HarnessError) throw thrown
    throw new HarnessError(
      'config-fault',
      `--baseline ${file}: the file could not be read (${messageOf(thrown)}). \`orch-conformance baseline update\` writes one from a finished run.`,
      { cause: thrown },
    )
  }
}
