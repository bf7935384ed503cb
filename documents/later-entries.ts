import { type FieldTable, nearOf } from './fields.ts'
import type { Changes } from './shape.ts'

/** One defect in a later entry of a list. */
export interface LaterDefect {
  readonly changes: Changes
  /** Subject of the refusal. */
  readonly about: string | readonly string[]
  /** Words of its check's id. */
  readonly id: string
}

/**
 * Returns the defects of a table in another entry than that which its near misses change: each required field, and the
 * first near miss of each rule.
 * @param from path of the entry in the table, with a dot at its end
 * @param to path of the other entry, with a dot at its end
 */
export function laterDefects(
  { rows }: FieldTable,
  { from, to }: { readonly from: string; readonly to: string },
): Readonly<Record<string, LaterDefect>> {
  const own = rows.filter(({ path }) => path.startsWith(from))
  const all = own.flatMap(({ name, path, required = [], rules = [] }) => {
    const at = `${to}${path.slice(from.length)}`
    const field = path.slice(from.length)
    // A requirement with another path concerns another part of the file.
    const missing = [required].flat().some((one) => one.path === undefined)
      ? [[`no ${field}`, { changes: { [at]: undefined }, about: name, id: `no ${field}` }] as const]
      : []
    const wrong = rules.flatMap((rule) => {
      const [first] = Object.entries(nearOf(rule)).filter(([, near]) => near.path === undefined)
      if (first === undefined) return []
      const [words, { values, about = name }] = first
      return [[`${field}: ${words}`, { changes: { [at]: values[0] }, about, id: rule.id }] as const]
    })
    return [...missing, ...wrong]
  })
  return Object.fromEntries(all)
}
