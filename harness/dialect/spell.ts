import type { Dialect } from './dialect.ts'
import { absenceOf, fieldLack, notThere } from './lacks.ts'

/**
 * A configuration object in the documents' words, as the dialect writes it. A field that the version lacks is left out
 * where its value says what the version does anyway; otherwise the check is not applicable.
 * @param around the kind whose file this is a part of
 */
export function spell(dialect: Dialect, documented: unknown, around?: string): unknown {
  if (typeof documented === 'string') return dialect.text(documented)
  if (Array.isArray(documented)) return documented.map((item) => spell(dialect, item, around))
  if (typeof documented !== 'object' || documented === null) return documented
  const own = (documented as { kind?: unknown }).kind
  const kind = typeof own === 'string' ? own : around
  return Object.fromEntries(
    Object.entries(documented).flatMap(([key, value]) => {
      if (kind !== undefined && isLeftOut(dialect, kind, key, value)) return []
      const spelled =
        key === 'apiVersion' && typeof own === 'string' && typeof value === 'string'
          ? dialect.apiVersion(own, value)
          : spell(dialect, value, kind)
      return [[dialect.word(key), spelled]]
    }),
  )
}

// Of the kinds of files only the API server's differ between versions.
function isLeftOut(dialect: Dialect, kind: string, field: string, value: unknown): boolean {
  const lack = fieldLack(dialect, kind, field, value)
  if (lack !== undefined) throw notThere(dialect, lack)
  return absenceOf(dialect, 'apiserver', 'field', `${kind}.${field}`) !== undefined
}
