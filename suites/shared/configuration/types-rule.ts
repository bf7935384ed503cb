import type { About } from '#harness/check/launching.ts'
import { type Cases, refuses, says } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import type { Changes } from './changed.ts'
import { rowsOf } from '../documents/rows.ts'

const { must } = rulesOf({ overlaps: true })

/** A value of another type than its field has. */
export interface Mistyped {
  readonly changes: Changes
  /** What a refusal is about; default the field that changes. */
  readonly about?: About
}

/** The fields of a kind of file, with values that are not of their types. */
export interface TypedFields {
  /** What the ids of its rules begin with. */
  readonly area: string
  readonly section: string
  readonly files: { refuses(changes: Changes, about: About): Promise<void> }
  readonly twin: string
  readonly mistyped: Cases<Mistyped>
}

/** Declares that each field of a kind of file holds a value of the type that its table names. */
export function typesRule({ area, section, files, twin, mistyped }: TypedFields): void {
  must(`${area}.file.types`, { document: 1, section, rows: rowsOf(1, section), aspect: 'type', twin }, () => {
    says('A field holds a value of the type that its table names.')
    refuses.for(mistyped)('%s', async ({ changes, about = fieldOf(changes) }) => {
      await files.refuses(changes, about)
    })
  })
}

/** The last name in the path of what changes. */
function fieldOf(changes: Changes): string {
  return (
    Object.keys(changes)[0]
      ?.split('.')
      .findLast((step) => !/^\d+$/.test(step)) ?? ''
  )
}
