import type { Dialect } from './dialect.ts'
import { absenceOf, absentField, absentError } from './version-differences.ts'

/**
 * Converts a configuration object from the documents' spelling to the dialect's. A field that the version lacks is
 * omitted if its value equals the version's fixed behaviour; otherwise the check is not applicable.
 * @param enclosingKind the kind of file that contains this object
 */
export function inDialectForm(dialect: Dialect, documented: unknown, enclosingKind?: string): unknown {
  if (typeof documented === 'string') return dialect.text(documented)
  if (Array.isArray(documented)) return documented.map((item) => inDialectForm(dialect, item, enclosingKind))
  if (typeof documented !== 'object' || documented === null) return documented
  const documentedKind = (documented as { kind?: unknown }).kind
  const kind = typeof documentedKind === 'string' ? documentedKind : enclosingKind
  return Object.fromEntries(
    Object.entries(documented).flatMap(([key, value]) => {
      if (kind !== undefined && isLeftOut(dialect, kind, key, value)) return []
      const writtenValue =
        key === 'apiVersion' && typeof documentedKind === 'string' && typeof value === 'string'
          ? dialect.apiVersion(documentedKind, value)
          : inDialectForm(dialect, value, kind)
      return [[dialect.word(key), writtenValue]]
    }),
  )
}

// Only the kinds of files of the API server differ between versions.
function isLeftOut(dialect: Dialect, kind: string, field: string, value: unknown): boolean {
  const absence = absentField(dialect, kind, field, value)
  if (absence !== undefined) throw absentError(dialect, absence)
  return absenceOf(dialect, 'apiserver', 'field', `${kind}.${field}`) !== undefined
}
