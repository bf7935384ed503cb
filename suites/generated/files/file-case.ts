import { type Arbitrary, nat, tuple } from 'fast-check'
import { type Changes, changed } from '../../shared/configuration/changed.ts'
import type { KindName } from '../../shared/configuration/kinds.ts'

/** What a file can be: one of the configuration files, or an audit policy. */
export type FileKind = KindName | 'audit'

/** A file of one kind, legal but for the one constraint that is named. */
export interface FileCase {
  readonly kind: FileKind
  /** In the documents' words; texts that begin with `file:` stand for files of that name beside it. */
  readonly content: object
  readonly broken?: Broken
}

/** The constraint that a file breaks, and what its refusal is about. */
export interface Broken {
  readonly constraint: string
  readonly about: string
  /** When it is kept is not said: a server may also start and then refuse every token of the first entry. */
  readonly mayStart?: true
}

/** How a constraint is broken in a legal file, whatever it holds. */
export interface Break extends Omit<Broken, 'constraint'> {
  /** One of several ways. */
  readonly changes: (content: never, pick: number) => Changes
}

/** The constraints of a kind by what breaks them. */
export type Breaks = Readonly<Record<string, Break>>

const waysToBreak = 23

/** One of some ways; every one of them comes in turn. */
export function of<const T>(all: readonly T[], pick: number): T {
  return all[pick % all.length] as T
}

// A refusal that should not be shows in legal files alone, of which there are many more than constraints.
const constraintsPerLegal = 3

/** Files of a kind around legal ones: each constraint is broken in turn, and legal files come between. */
export function fileCases(
  kind: FileKind,
  legal: Arbitrary<object>,
  breaks: Breaks,
): readonly Arbitrary<FileCase>[] {
  const all = legal.map((content): FileCase => ({ kind, content }))
  return Object.entries(breaks).flatMap(([constraint, { changes, ...broken }], at) => {
    const near = tuple(legal, nat(waysToBreak)).map(
      ([content, pick]): FileCase => ({
        kind,
        content: changed(content, changes(content as never, pick)),
        broken: { constraint, ...broken },
      }),
    )
    return at % constraintsPerLegal === 0 ? [all, near] : [near]
  })
}
