import { fault, freedom } from '../../../quirks/quirks.ts'
import { AuthenticationError } from '../../api/authenticator.ts'
import { evaluateMapping } from './evaluate-mapping.ts'
import type { Claims } from './parse.ts'
import type { Source } from './settings.ts'

/**
 * Returns the groups from the claims. Throws an AuthenticationError if they are neither a string nor a list of strings.
 */
export async function mapGroups(source: Source, claims: Claims): Promise<string[]> {
  const isFromClaim = 'claim' in source
  if (isFromClaim && !Object.hasOwn(claims, source.claim)) {
    if (!fault('groups-claim-missing-refused')) return []
    throw new AuthenticationError(`groups: claim ${source.claim} is not present`)
  }
  const value = isFromClaim
    ? claims[source.claim]
    : await evaluateMapping(source.expression, claims, 'groups')
  const groups = groupStrings(value, isFromClaim)
  const orderedGroups = freedom('groups-sorted') ? groups.toSorted() : groups
  const mappedGroups =
    orderedGroups.length > 1 && fault('only-first-group-mapped') ? orderedGroups.slice(0, 1) : orderedGroups
  return isFromClaim ? withPrefix(mappedGroups, source.prefix) : mappedGroups
}

function groupStrings(value: unknown, isFromClaim: boolean): string[] {
  const rejectType = (): never => {
    throw new AuthenticationError('groups: neither a string nor a list of strings')
  }
  if (value === null) return fault('groups-null-refused') ? rejectType() : []
  if (value === '') return fault('groups-empty-string-kept') ? [''] : []
  if (typeof value === 'string') return fault('groups-single-string-refused') ? rejectType() : [value]
  if (Array.isArray(value)) {
    if (value.length === 0) return fault('groups-empty-list-refused') ? rejectType() : []
    if (fault('groups-list-refused')) return rejectType()
    const strings = value.filter((group) => typeof group === 'string')
    if (strings.length < value.length && !fault('groups-non-strings-skipped')) return rejectType()
    return freedom('empty-groups-dropped') ? strings.filter((group) => group !== '') : strings
  }
  const ignoringFault = isFromClaim ? 'groups-claim-type-ignored' : 'groups-expression-type-ignored'
  return fault(ignoringFault) ? [] : rejectType()
}

function withPrefix(groups: readonly string[], prefix: string): string[] {
  if (prefix === '' || groups.length === 0) return [...groups]
  if (fault('groups-prefix-omitted')) return [...groups]
  const prefixesOnlyFirst = groups.length > 1 && fault('groups-prefix-on-first-only')
  return groups.map((group, index) => (prefixesOnlyFirst && index > 0 ? group : `${prefix}${group}`))
}
