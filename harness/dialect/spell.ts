import type { Dialect } from './dialect.ts'

/** A configuration object in the documents' words, as the dialect writes it. */
export function spell(dialect: Dialect, documented: unknown): unknown {
  if (typeof documented === 'string') return dialect.text(documented)
  if (Array.isArray(documented)) return documented.map((item) => spell(dialect, item))
  if (typeof documented !== 'object' || documented === null) return documented
  const kind = (documented as { kind?: unknown }).kind
  return Object.fromEntries(
    Object.entries(documented).map(([key, value]) => [
      dialect.word(key),
      key === 'apiVersion' && typeof kind === 'string' && typeof value === 'string'
        ? dialect.apiVersion(kind, value)
        : spell(dialect, value),
    ]),
  )
}
