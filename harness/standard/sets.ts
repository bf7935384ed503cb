import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { ExcludedRule, Rule } from '../catalogue.ts'
import { HarnessError } from '../errors.ts'
import type { DocumentPart } from '../outline.ts'

/** Named version of the standard, which never changes: its rows, sentences and rules. */
export interface StandardSet {
  /** Year and month: `2026-12`. */
  readonly name: string
  /** Keys by document and section; with their owner if two rows have the key. */
  readonly rows: Readonly<Record<string, readonly string[]>>
  /** Level and digest of the sentence and the place of each rule, by its id. */
  readonly rules: Readonly<Record<string, string>>
}

/** Name and digest of a set, as results and certificates contain it. */
export interface SetSummary {
  readonly name: string
  readonly digest: string
}

/** Rows and rules that only one of two sets has. */
export interface SetDifferences {
  readonly rows: { readonly added: readonly string[]; readonly removed: readonly string[] }
  readonly rules: {
    readonly added: readonly string[]
    readonly removed: readonly string[]
    readonly changed: readonly string[]
  }
}

type Rules = Iterable<Pick<Rule | ExcludedRule, 'id' | 'level' | 'says' | 'source'>>

const digestOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')
const digestLength = 6

/** Returns the set of the present rows and rules. Rules about the setup itself are left out. */
export function setOf(name: string, places: readonly DocumentPart[], rules: Rules): StandardSet {
  const rows: Record<string, string[]> = {}
  for (const { document, section, row, of } of places)
    (rows[`${document} ${section}`] ??= []).push(of === undefined ? row : `${row} of ${of}`)
  const documentedRules = [...rules].filter(({ id }) => !id.startsWith('doctor.'))
  const entries = documentedRules.map(({ id, level, says, source }) => {
    const { section, rows: keys, aspect } = source
    return [id, level[0] + digestOf([says, section, keys, aspect]).slice(0, digestLength)] as const
  })
  return { name, rows, rules: Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))) }
}

/** Reads the frozen sets of a folder, the oldest first. The build compresses them. */
export function readSets(folder: string): StandardSet[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith('.json.br'))
  return names.toSorted().map((name) => {
    const text = brotliDecompressSync(readFileSync(join(folder, name))).toString('utf8')
    return JSON.parse(text) as StandardSet
  })
}

/**
 * Returns the set with a name.
 * @throws HarnessError `usage` if there is no such set; the message names all sets
 */
export function findSet(sets: readonly StandardSet[], name: string): StandardSet {
  const set = sets.find((one) => one.name === name)
  if (set !== undefined) return set
  const names = sets.map((one) => one.name).join(', ')
  throw new HarnessError(
    'usage',
    `There is no set ${name} of the standard. The sets are: ${names || 'none'}.`,
  )
}

/** Returns the name and the digest of a set. */
export function summaryOf({ name, rows, rules }: StandardSet): SetSummary {
  return { name, digest: digestOf([rows, rules]) }
}

/**
 * Verifies that a catalogue still has all rules of a set.
 * @throws HarnessError `nothing-selected` that names the missing rules
 */
export function requireRules({ name, rules }: StandardSet, present: ReadonlyMap<string, unknown>): void {
  const removedRules = Object.keys(rules).filter((id) => !present.has(id))
  if (removedRules.length === 0) return
  throw new HarnessError(
    'nothing-selected',
    `This version no longer tests all rules of the set ${name}: ${removedRules.join(', ')}. Use an older version.`,
  )
}

/** Returns the differences of the second set from the first. */
export function setDifferences(before: StandardSet, after: StandardSet): SetDifferences {
  const rowsOf = ({ rows }: StandardSet): string[] =>
    Object.entries(rows).flatMap(([section, keys]) => keys.map((key) => `${section}: ${key}`))
  const [oldRows, newRows] = [rowsOf(before), rowsOf(after)]
  const [oldIds, newIds] = [Object.keys(before.rules), Object.keys(after.rules)]
  return {
    rows: {
      added: newRows.filter((row) => !oldRows.includes(row)),
      removed: oldRows.filter((row) => !newRows.includes(row)),
    },
    rules: {
      added: newIds.filter((id) => before.rules[id] === undefined),
      removed: oldIds.filter((id) => after.rules[id] === undefined),
      changed: newIds.filter((id) => before.rules[id] !== undefined && before.rules[id] !== after.rules[id]),
    },
  }
}
