import { createHash } from 'node:crypto'
import { HarnessError, messageOf } from '../errors.ts'
import { readInput } from '../input/read.ts'

/** One mutant of a program, as listed by its build. */
export interface Mutant {
  /** Value of the variable that activates the mutant. */
  readonly id: string
  /** The source file. */
  readonly file?: string
  /** Line of the mutant, which changes with the file. */
  readonly line?: number
  /** The declaration that contains the mutant. */
  readonly within?: string
  /** The kind of change. */
  readonly mutator?: string
  /** The source text that is replaced, perhaps shortened. */
  readonly from?: string
  /** Replacement, shortened if it is long. */
  readonly to?: string
  /** Ordinal among mutants that share all of the fields above; absent for the first. */
  readonly nth?: number
}

/** The mutants of a build. */
export interface MutantList {
  readonly mutants: readonly Mutant[]
  /** Hash of the list, by which results are assigned to their build. */
  readonly digest: string
}

/**
 * Reads the list of a build: JSON Lines with an `id` each.
 * @throws HarnessError `config-fault` that names the line
 */
export function mutantsIn(path: string): MutantList {
  const text = readInput(path, 'mutants', `mutants.list ${path}`)
  const lines = text.split('\n').flatMap((line, at) => (line.trim() === '' ? [] : [{ line, at: at + 1 }]))
  const mutants = lines.map(({ line, at }) => mutantOf(line, `${path}:${at}`))
  const ids = new Set<string>()
  for (const { id } of mutants) {
    if (ids.has(id)) throw new HarnessError('config-fault', `${path} has the mutant ${id} twice.`)
    ids.add(id)
  }
  if (mutants.length === 0) throw new HarnessError('config-fault', `${path} has no mutants.`)
  return { mutants, digest: createHash('sha256').update(text).digest('hex').slice(0, 12) }
}

function mutantOf(line: string, where: string): Mutant {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (thrown) {
    throw new HarnessError('config-fault', `${where} is not JSON: ${messageOf(thrown)}.`, { cause: thrown })
  }
  const id = (value as { id?: unknown } | null)?.id
  if (typeof id === 'string' && id !== '' && !/\s/.test(id)) return value as Mutant
  throw new HarnessError(
    'config-fault',
    `${where} has no id: each line is { "id": "…" }, without spaces in the id.`,
  )
}

/** Returns a mutant on one line, for people. */
export function mutantText({ id, file, line, within, mutator, from, to }: Mutant): string {
  const location = [file, line].filter((part) => part !== undefined).join(':')
  const changeText = from === undefined && to === undefined ? '' : `${from ?? ''} → ${to ?? ''}`
  return [id, location, within, mutator, changeText]
    .filter((part) => part !== undefined && part !== '')
    .join('  ')
}
