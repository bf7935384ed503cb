import { refuses, rulesOf, says } from '#kit'
import { requiredOf } from '#documents/fields.ts'
import type { ValueRules } from './value-rules.ts'

/** Declares a rule for each field that a table marks as required. Their ids begin with the prefix. */
export function declareRequiredRules(prefix: string, { table, files, twin }: ValueRules): void {
  const { must } = rulesOf({ document: table.document, section: table.section, overlaps: true, twin })
  for (const field of requiredOf(table, 'required')) {
    const { name, key, words = name, id = words.replaceAll(' ', '-').toLowerCase(), aspect } = field
    must(`${prefix}${id}`, { row: key, aspect }, () => {
      says(`A file without ${words} is invalid.`)
      refuses(`a file without ${words}`, async () => {
        await files.refuses({ [field.path]: undefined }, field.subject ?? name)
      }).sees(field.fault)
    })
  }
}
