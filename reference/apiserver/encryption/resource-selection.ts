import { fault } from '../../quirks/quirks.ts'
import { isWildcard, named } from '../config/encryption/names.ts'

/** Reports whether a name or wildcard of a resource list selects a resource of a group. */
export function selects(text: string, group: string, resource: string): boolean {
  if (!isWildcard(text)) return nameSelects(text, group, resource)
  const wanted = text.slice(2)
  if (wanted === '*') {
    if (resource === 'namespaces' && fault('wildcard-for-all-skips-namespaces')) return false
    if (!isBuiltIn(group)) return !fault('wildcard-for-all-skips-custom-resources')
    if (group !== '') return !fault('wildcard-for-all-selects-core-only')
    return !fault('wildcard-for-all-skips-core')
  }
  if (wanted === '') {
    if (group === '') return !fault('wildcard-for-core-selects-nothing')
    return fault('wildcard-for-core-selects-other-groups')
  }
  if (wanted === group) return !fault('wildcard-for-group-selects-nothing')
  if (group.endsWith(`.${wanted}`)) return fault('wildcard-for-group-selects-subgroups')
  if (group === '') return fault('wildcard-for-group-selects-core')
  return fault('wildcard-for-group-selects-other-groups')
}

function nameSelects(text: string, group: string, resource: string): boolean {
  const wanted = named(text)
  if (wanted.resource !== resource) {
    return group !== '' && wanted.group === group && fault('resource-name-selects-whole-group')
  }
  if (wanted.group === group) {
    if (!isBuiltIn(group) && fault('custom-resource-name-selects-nothing')) return false
    return !(group !== '' && fault('resource-with-group-selects-nothing'))
  }
  if (wanted.group === '') return fault('resource-without-group-selects-every-group')
  return fault('resource-group-not-compared')
}

/** Reports whether a group is part of the server; all others are from definitions. */
function isBuiltIn(group: string): boolean {
  return !group.includes('.') || group.endsWith('.orch.io')
}
