import { dirname, resolve } from 'node:path'
import { HarnessError, messageOf } from '../errors.ts'
import { readInput } from '../input/read.ts'
import { readYaml } from '../yaml/read.ts'
import { collectFile, type ListedResult, triageFile, type TriageEntry } from './schema.ts'

/** A loaded list of results. */
export interface LoadedList {
  readonly implementations: readonly {
    readonly name: string
    /** Results with their locations, such as `list.yaml:12`. */
    readonly results: readonly (ListedResult & { readonly location: string })[]
  }[]
  /** Origins that downloads may be redirected to. */
  readonly redirects: readonly string[]
  readonly triage: readonly TriageEntry[]
  /** Folder that relative paths start from. */
  readonly directory: string
}

/**
 * Reads a list of results and its triage file.
 * @throws HarnessError `config-fault` that names each mistake with its line
 */
export function loadList(file: string): LoadedList {
  const text = textOf(file, `--collect ${file}`)
  const { value, lineOf } = readYaml(text, { path: file, schema: collectFile, what: 'the list' })
  const names = new Set<string>()
  const directory = dirname(resolve(file))
  const implementations = value.implementations.map(({ name, results }, index) => {
    const location = `${file}:${lineOf(['implementations', index, 'name'])}`
    // Compares names in lower case: badges are files, and on some systems, names that differ only in case are the same
    // file.
    if (names.size === names.add(name.toLowerCase()).size)
      throw new HarnessError(
        'config-fault',
        `${location}: ${name} is listed twice. Give its results in one entry.`,
      )
    const locatedResults = results.map((one, result) => ({
      ...one,
      location: `${file}:${lineOf(['implementations', index, 'results', result])}`,
    }))
    return { name, results: locatedResults }
  })
  const redirects = (value.redirects ?? []).map((url) => new URL(url).origin)
  const knownNames = implementations.map(({ name }) => name)
  const triage = value.triage === undefined ? [] : loadTriage(resolve(directory, value.triage), knownNames)
  return { implementations, redirects, triage, directory }
}

function loadTriage(file: string, names: readonly string[]): TriageEntry[] {
  const text = textOf(file, `triage: ${file}`)
  const { value, lineOf } = readYaml(text, { path: file, schema: triageFile, what: 'the triage file' })
  const entryIds = new Set<string>()
  return value.entries.map((entry, index) => {
    const location = `${file}:${lineOf(['entries', index])}`
    if (!names.includes(entry.implementation))
      throw new HarnessError(
        'config-fault',
        `${location}: the list has no implementation ${entry.implementation}. It has ${names.join(', ')}.`,
      )
    if (entryIds.size === entryIds.add(JSON.stringify([entry.rule, entry.implementation])).size)
      throw new HarnessError(
        'config-fault',
        `${location}: ${entry.rule} of ${entry.implementation} is listed twice.`,
      )
    return { ...entry, location }
  })
}

function textOf(file: string, shown: string): string {
  try {
    return readInput(file, 'list', shown)
  } catch (thrown) {
    if (thrown instanceof HarnessError) throw thrown
    throw new HarnessError('config-fault', `${shown}: the file could not be read (${messageOf(thrown)}).`, {
      cause: thrown,
    })
  }
}
