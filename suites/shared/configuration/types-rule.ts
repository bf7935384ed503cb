import { type NamedInError, type NamedCases, refuses, rulesOf, says } from '#kit'
import type { Changes } from './apply-changes.ts'
import { rowsOf } from '#documents/documents.ts'

const { must } = rulesOf({ overlaps: true })

/** A value whose type is not the type of its field. */
export interface Mistyped {
  readonly changes: Changes
  /** Subject of the refusal. Default: the changed field. */
  readonly subject?: NamedInError
}

/** The fields of a kind of file, with values of wrong types. */
export interface TypedFields {
  /** Prefix of the ids of its rules. */
  readonly area: string
  readonly section: string
  readonly files: { refuses(changes: Changes, about: NamedInError): Promise<void> }
  readonly twin: string
  readonly mistypedCases: NamedCases<Mistyped>
}

/** Declares that each field of a kind of file requires a value of the type in its table. */
export function declareTypesRule({ area, section, files, twin, mistypedCases }: TypedFields): void {
  must(`${area}.file.types`, { document: 1, section, rows: rowsOf(1, section), aspect: 'type', twin }, () => {
    says('A field holds a value of the type that its table names.')
    refuses.for(mistypedCases)('%s', async ({ changes, subject = fieldOf(changes) }) => {
      await files.refuses(changes, subject)
    })
  })
}

/** Returns the last name in the path of a change. */
function fieldOf(changes: Changes): string {
  return (
    Object.keys(changes)[0]
      ?.split('.')
      .findLast((step) => !/^\d+$/.test(step)) ?? ''
  )
}
