/** Reports whether a text of a resource list is a wildcard: `*.*`, `*.` or `*.<group>`. */
export function isWildcard(text: string): boolean {
  return text.startsWith('*.') && (text === '*.*' || !text.slice(2).includes('*'))
}

/** Returns group and plural of a name in the form `resource` or `resource.group`; the core group is the empty text. */
export function named(text: string): { readonly group: string; readonly resource: string } {
  const dot = text.indexOf('.')
  return dot < 0
    ? { group: '', resource: text }
    : { group: text.slice(dot + 1), resource: text.slice(0, dot) }
}

/** Reports whether a name or wildcard selects everything that another one selects. */
export function covers(text: string, other: string): boolean {
  if (text === '*.*') return true
  if (other === '*.*') return false
  if (!isWildcard(text)) return text === other
  return text.slice(2) === (isWildcard(other) ? other.slice(2) : named(other).group)
}
