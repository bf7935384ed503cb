import { type FieldTable, nearOf } from './fields.ts'
import type { Changes } from './shape.ts'

/** One defect in a later entry of a list. */
export interface LaterDefect {
  readonly changes: Changes
  /** Subject that the error message must name. */
  readonly subject: string | readonly string[]
  /** Words that the id of the check is made from. */
  readonly id: string
}

/**
 * Returns the defects of a later entry of a list: each missing required field, and the first near miss of each rule.
 * The table itself has near misses only of the first entry.
 * @param from path of the entry in the table, with a dot at its end
 * @param to path of the later entry, with a dot at its end
 */
export function laterDefects(
  { rows }: FieldTable,
  { from, to }: { readonly from: string; readonly to: string },
): Readonly<Record<string, LaterDefect>> {
  const ownFields = rows.filter(({ path }) => path.startsWith(from))
  const cases = ownFields.flatMap(({ name, path, requirement = [], rules = [] }) => {
    const changePath = `${to}${path.slice(from.length)}`
    const field = path.slice(from.length)
    // A requirement with another path concerns another part of the file.
    const missingCases = [requirement].flat().some((one) => one.path === undefined)
      ? [[`no ${field}`, { changes: { [changePath]: undefined }, subject: name, id: `no ${field}` }] as const]
      : []
    const wrongCases = rules.flatMap((rule) => {
      const [firstCase] = Object.entries(nearOf(rule)).filter(([, near]) => near.path === undefined)
      if (firstCase === undefined) return []
      const [words, { values, subject = name }] = firstCase
      const text = (rule.title ?? '%s').replace('%s', words)
      return [[`${field}: ${text}`, { changes: { [changePath]: values[0] }, subject, id: rule.id }] as const]
    })
    return [...missingCases, ...wrongCases]
  })
  return Object.fromEntries(cases)
}
