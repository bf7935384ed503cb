import { type Arbitrary, nat, tuple } from 'fast-check'
import { type Changes, applyChanges } from '../../shared/configuration/apply-changes.ts'
import type { KindName } from '../../shared/configuration/kinds.ts'

/** Kind of a file: a configuration file, or an audit policy. */
export type FileKind = KindName | 'audit'

/** File of one kind that is valid except for the named constraint. */
export interface FileCase {
  readonly kind: FileKind
  /** Content in the terms of the documents. Strings that begin with `file:` name adjacent files. */
  readonly content: object
  readonly broken?: Violation
}

/** The constraint that a file violates, and the subject of its refusal. */
export interface Violation {
  readonly constraint: string
  readonly about: string
  /**
   * True if a server may also start with the file and then refuse every token of the first entry, because the time of
   * the validation is not documented.
   */
  readonly mayStart?: true
}

/** Violation of a constraint in any valid file. */
export interface ViolationMaker extends Omit<Violation, 'constraint'> {
  /** Selects one of several violations. */
  readonly changes: (content: never, pick: number) => Changes
}

/** Violations of a kind, by constraint. */
export type Violations = Readonly<Record<string, ViolationMaker>>

const waysToBreak = 23

/** Maximum number of entries of a drawn list. */
export const maxListEntries = 4

/** Returns one of the values, by an arbitrary index. */
export function pickFrom<const T>(items: readonly T[], pick: number): T {
  return items[pick % items.length] as T
}

// Number of constraints for each draw of valid files. Valid files detect wrong refusals.
const constraintsPerLegal = 3

/** Returns files of a kind. Each constraint is violated in turn, with valid files in between. */
export function fileCases(
  kind: FileKind,
  legal: Arbitrary<object>,
  breaks: Violations,
): readonly Arbitrary<FileCase>[] {
  const validCases = legal.map((content): FileCase => ({ kind, content }))
  return Object.entries(breaks).flatMap(([constraint, { changes, ...broken }], at) => {
    const brokenCases = tuple(legal, nat(waysToBreak), nat(maxListEntries - 1)).map(
      ([content, pick, place]): FileCase => {
        const changedContent = applyChanges(content, changes(content as never, pick))
        return {
          kind,
          // A server that may start is judged by its first entry, which stays first.
          content: broken.mayStart ? changedContent : withFirstEntryAt(changedContent, place),
          broken: { constraint, ...broken },
        }
      },
    )
    return at % constraintsPerLegal === 0 ? [validCases, brokenCases] : [brokenCases]
  })
}

/** Swaps the first entry of the list of a file, which has the violation, with the entry at a place. */
function withFirstEntryAt(content: object, place: number): object {
  const list = Object.entries(content).find(([, value]) => isListOfObjects(value))
  if (list === undefined) return content
  const [key, entries] = list as [string, readonly object[]]
  const index = place % entries.length
  return { ...content, [key]: entries.with(0, entries[index] ?? {}).with(index, entries[0] ?? {}) }
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.length > 1 && value.every((one) => typeof one === 'object')
}
