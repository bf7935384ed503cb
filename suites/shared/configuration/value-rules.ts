import { accepts, refuses, rulesOf, says } from '#kit'
import { namedCases, type FieldTable, nearOf } from '#documents/fields.ts'
import type { Variants } from './configuration-file.ts'

/** A table, with the file variants that its rules change. */
export interface ValueRules {
  readonly table: FieldTable
  readonly files: Pick<Variants, 'accepts' | 'refuses'>
  /** The check that accepts the file. */
  readonly twin: string
}

/** Declares the rules of a table about the values of its fields. */
export function declareValueRules({ table: { document, section, rows }, files, twin }: ValueRules): void {
  const { must } = rulesOf({ document, section, overlaps: true, twin })
  for (const { name, key, path, rules = [] } of rows)
    for (const rule of rules) {
      const { place, acceptedFiles: legal = {}, title = '%s' } = rule
      must(rule.id, { rows: [key], ...place }, () => {
        says(rule.says)
        for (const [words, { fault, changes }] of Object.entries(legal))
          accepts(words, async () => {
            await files.accepts(changes)
          }).sees(fault)

        refuses.for(namedCases(nearOf(rule), (one) => one))(
          title,
          async ({ path: at = path, values, subject = name }) => {
            await files.refuses({ [at]: values[0] }, subject)
          },
        )
      })
    }
}
