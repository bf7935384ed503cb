import type { Dialect } from './dialect.ts'
import { absenceOf, absentField, absentError } from './version-differences.ts'

/**
 * Converts a configuration object from the documents' spelling to the dialect's. A field that the version lacks is
 * omitted if its value equals the version's fixed behaviour; otherwise the check is not applicable.
 * @param around the kind of file that contains this object
 */
export function inDialectForm(dialect: Dialect, documented: unknown, around?: string): unknown {
  if (typeof documented === 'string') return dialect.text(documented)
  if (Array.isArray(documented)) return documented.map((item) => inDialectForm(dialect, item, around))
  if (typeof documented !== 'object' || documented === null) return documented
  const own = (documented as { kind?: unknown }).kind
  const kind = typeof own === 'string' ? own : around
  return Object.fromEntries(
    Object.entries(documented).flatMap(([key, value]) => {
      if (kind !== undefined && isLeftOut(dialect, kind, key, value)) return []
      const spelled =
        key === 'apiVersion' && typeof own === 'string' && typeof value === 'string'
          ? dialect.apiVersion(own, value)
          : inDialectForm(dialect, value, kind)
      return [[dialect.word(key), spelled]]
    }),
  )
}

// Among the kinds of files only those of the API server differ between versions.
function isLeftOut(dialect: Dialect, kind: string, field: string, value: unknown): boolean {
  const lack = absentField(dialect, kind, field, value)
  if (lack !== undefined) throw absentError(dialect, lack)
  return absenceOf(dialect, 'apiserver', 'field', `${kind}.${field}`) !== undefined
}
