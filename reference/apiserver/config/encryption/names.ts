/** Reports whether an entry of a resource list is a wildcard: `*.*`, `*.` or `*.<group>`. */
export function isWildcard(text: string): boolean {
  return text.startsWith('*.') && (text === '*.*' || !text.slice(2).includes('*'))
}

/**
 * Returns the group and the plural of a name in the form `resource` or `resource.group`; the core group is the empty
 * string.
 */
export function parseResourceName(text: string): { readonly group: string; readonly resource: string } {
  const dot = text.indexOf('.')
  return dot < 0
    ? { group: '', resource: text }
    : { group: text.slice(dot + 1), resource: text.slice(0, dot) }
}

/** Reports whether a name or wildcard selects everything that the other name or wildcard selects. */
export function coversName(text: string, otherText: string): boolean {
  if (text === '*.*') return true
  if (otherText === '*.*') return false
  if (!isWildcard(text)) return text === otherText
  return text.slice(2) === (isWildcard(otherText) ? otherText.slice(2) : parseResourceName(otherText).group)
}
