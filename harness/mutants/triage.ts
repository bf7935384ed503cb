import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as v from 'valibot'
import { HarnessError, messageOf } from '../errors.ts'
import type { Mutant } from './list.ts'

/** Classifications of a mutant that no check kills. Only `open` is a gap of the suites. */
export const reasons = ['equal', 'invisible', 'not-stated', 'open'] as const
/** One of the reasons. */
export type Reason = (typeof reasons)[number]

const line = v.pipe(
  v.strictObject({
    /** Id of one mutant. An entry without an id concerns all mutants that have its other fields. */
    id: v.exactOptional(v.string()),
    file: v.string(),
    within: v.exactOptional(v.string()),
    mutator: v.exactOptional(v.string()),
    from: v.exactOptional(v.string()),
    to: v.exactOptional(v.string()),
    nth: v.exactOptional(v.number()),
    is: v.picklist(reasons),
    /** The row or sentence of the documents that is nearest to the mutated behaviour, or `none`. */
    row: v.exactOptional(v.string()),
    why: v.pipe(v.string(), v.minLength(1)),
  }),
  v.check(({ is, row }) => is !== 'not-stated' || row !== undefined, 'not-stated needs a row, or `none`'),
  v.check(
    ({ id, within, from }) => id !== undefined || within !== undefined || from !== undefined,
    'an entry without an id needs `within` or `from`',
  ),
)

/** Classification of one mutant, or of several mutants of a kind. */
export type TriageEntry = v.InferOutput<typeof line>

/** Classifications of mutants that no check kills. */
export class Triage {
  readonly entries: readonly TriageEntry[]

  constructor(entries: readonly TriageEntry[]) {
    this.entries = entries
  }

  entryFor(mutant: Mutant): TriageEntry | undefined {
    return this.entries.find((entry) => isAbout(entry, mutant))
  }

  /** Returns the entries that match no mutant of a build. */
  staleEntries(mutants: readonly Mutant[]): readonly TriageEntry[] {
    const byFile = new Map<string | undefined, Mutant[]>()
    for (const mutant of mutants) {
      const fileEntries = byFile.get(mutant.file)
      if (fileEntries === undefined) byFile.set(mutant.file, [mutant])
      else fileEntries.push(mutant)
    }
    return this.entries.filter((entry) => !(byFile.get(entry.file) ?? []).some((one) => isAbout(entry, one)))
  }
}

function isAbout(entry: TriageEntry, mutant: Mutant): boolean {
  if (entry.id !== undefined) return entry.id === mutant.id
  const { file, within, mutator, from, to, nth } = entry
  const fields = { file, within, mutator, from, to, nth }
  return Object.entries(fields).every(
    ([name, value]) => value === undefined || mutant[name as keyof Mutant] === value,
  )
}

/**
 * Reads a file of entries, or a folder of such files: JSON Lines.
 * @throws HarnessError `config-fault` that names the line
 */
export function triageIn(path: string): Triage {
  if (!existsSync(path)) return new Triage([])
  const files = statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((name) => name.endsWith('.jsonl'))
        .sort()
        .map((name) => join(path, name))
    : [path]
  return new Triage(files.flatMap(entriesIn))
}

function entriesIn(path: string): TriageEntry[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((text, at) => {
      if (text.trim() === '') return []
      try {
        return [v.parse(line, JSON.parse(text))]
      } catch (thrown) {
        throw new HarnessError('config-fault', `${basename(path)}:${at + 1}: ${messageOf(thrown)}.`, {
          cause: thrown,
        })
      }
    })
}
