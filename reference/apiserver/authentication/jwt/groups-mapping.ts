import type { ServerQuirks } from '../../faults.ts'
import { AuthenticationError } from '../../api/authenticator.ts'
import { evaluateMapping } from './evaluate-mapping.ts'
import type { Claims } from './parse.ts'
import type { Source } from './settings.ts'

/**
 * Returns the groups from the claims. Throws an AuthenticationError if they are neither a string nor a list of strings.
 */
export async function mapGroups(source: Source, claims: Claims, quirks: ServerQuirks): Promise<string[]> {
  const byClaim = 'claim' in source
  if (byClaim && !Object.hasOwn(claims, source.claim)) {
    if (!quirks.fault('groups-claim-missing-refused')) return []
    throw new AuthenticationError(`groups: claim ${source.claim} is not present`)
  }
  const value = byClaim
    ? claims[source.claim]
    : await evaluateMapping(source.expression, claims, 'groups', quirks)
  const groups = texts(value, byClaim, quirks)
  const sorted = quirks.freedom('groups-sorted') ? groups.toSorted() : groups
  const kept = sorted.length > 1 && quirks.fault('only-first-group-mapped') ? sorted.slice(0, 1) : sorted
  return byClaim ? withPrefix(kept, source.prefix, quirks) : kept
}

function texts(value: unknown, byClaim: boolean, quirks: ServerQuirks): string[] {
  const refuse = (): never => {
    throw new AuthenticationError('groups: neither a string nor a list of strings')
  }
  if (value === null) return quirks.fault('groups-null-refused') ? refuse() : []
  if (value === '') return quirks.fault('groups-empty-string-kept') ? [''] : []
  if (typeof value === 'string') return quirks.fault('groups-single-string-refused') ? refuse() : [value]
  if (Array.isArray(value)) {
    if (value.length === 0) return quirks.fault('groups-empty-list-refused') ? refuse() : []
    if (quirks.fault('groups-list-refused')) return refuse()
    const strings = value.filter((group) => typeof group === 'string')
    if (strings.length < value.length && !quirks.fault('groups-non-strings-skipped')) return refuse()
    return quirks.freedom('empty-groups-dropped') ? strings.filter((group) => group !== '') : strings
  }
  const forgiving = byClaim ? 'groups-claim-type-ignored' : 'groups-expression-type-ignored'
  return quirks.fault(forgiving) ? [] : refuse()
}

function withPrefix(groups: readonly string[], prefix: string, quirks: ServerQuirks): string[] {
  if (prefix === '' || groups.length === 0) return [...groups]
  if (quirks.fault('groups-prefix-omitted')) return [...groups]
  const onlyFirst = groups.length > 1 && quirks.fault('groups-prefix-on-first-only')
  return groups.map((group, index) => (onlyFirst && index > 0 ? group : `${prefix}${group}`))
}
