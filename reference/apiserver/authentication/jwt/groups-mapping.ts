import { fault, freedom } from '../../../quirks/quirks.ts'
import { AuthenticationError } from '../../api/authenticator.ts'
import { evaluateMapping } from './evaluate-mapping.ts'
import type { Claims } from './parse.ts'
import type { Source } from './settings.ts'

/**
 * Returns the groups from the claims. Throws an AuthenticationError if they are neither a string nor a list of strings.
 */
export async function mapGroups(source: Source, claims: Claims): Promise<string[]> {
  const byClaim = 'claim' in source
  if (byClaim && !Object.hasOwn(claims, source.claim)) {
    if (!fault('groups-claim-missing-refused')) return []
    throw new AuthenticationError(`groups: claim ${source.claim} is not present`)
  }
  const value = byClaim ? claims[source.claim] : await evaluateMapping(source.expression, claims, 'groups')
  const groups = texts(value, byClaim)
  const sorted = freedom('groups-sorted') ? groups.toSorted() : groups
  const kept = sorted.length > 1 && fault('only-first-group-mapped') ? sorted.slice(0, 1) : sorted
  return byClaim ? withPrefix(kept, source.prefix) : kept
}

function texts(value: unknown, byClaim: boolean): string[] {
  const refuse = (): never => {
    throw new AuthenticationError('groups: neither a string nor a list of strings')
  }
  if (value === null) return fault('groups-null-refused') ? refuse() : []
  if (value === '') return fault('groups-empty-string-kept') ? [''] : []
  if (typeof value === 'string') return fault('groups-single-string-refused') ? refuse() : [value]
  if (Array.isArray(value)) {
    if (value.length === 0) return fault('groups-empty-list-refused') ? refuse() : []
    if (fault('groups-list-refused')) return refuse()
    const strings = value.filter((group) => typeof group === 'string')
    if (strings.length < value.length && !fault('groups-non-strings-skipped')) return refuse()
    return freedom('empty-groups-dropped') ? strings.filter((group) => group !== '') : strings
  }
  const ignoringFault = byClaim ? 'groups-claim-type-ignored' : 'groups-expression-type-ignored'
  return fault(ignoringFault) ? [] : refuse()
}

function withPrefix(groups: readonly string[], prefix: string): string[] {
  if (prefix === '' || groups.length === 0) return [...groups]
  if (fault('groups-prefix-omitted')) return [...groups]
  const onlyFirst = groups.length > 1 && fault('groups-prefix-on-first-only')
  return groups.map((group, index) => (onlyFirst && index > 0 ? group : `${prefix}${group}`))
}
