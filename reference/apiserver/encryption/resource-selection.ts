import { fault } from '../../quirks/quirks.ts'
import { isWildcard, parseResourceName } from '../config/encryption/names.ts'

/** Reports whether a name or wildcard of a resource list selects a resource of a group. */
export function selectsResource(text: string, group: string, resource: string): boolean {
  if (!isWildcard(text)) return isSelectedByName(text, group, resource)
  const wantedGroup = text.slice(2)
  if (wantedGroup === '*') {
    if (resource === 'namespaces' && fault('wildcard-for-all-skips-namespaces')) return false
    if (!isBuiltIn(group)) return !fault('wildcard-for-all-skips-custom-resources')
    if (group !== '') return !fault('wildcard-for-all-selects-core-only')
    return !fault('wildcard-for-all-skips-core')
  }
  if (wantedGroup === '') {
    if (group === '') return !fault('wildcard-for-core-selects-nothing')
    return fault('wildcard-for-core-selects-other-groups')
  }
  if (wantedGroup === group) return !fault('wildcard-for-group-selects-nothing')
  if (group.endsWith(`.${wantedGroup}`)) return fault('wildcard-for-group-selects-subgroups')
  if (group === '') return fault('wildcard-for-group-selects-core')
  return fault('wildcard-for-group-selects-other-groups')
}

function isSelectedByName(text: string, group: string, resource: string): boolean {
  const wantedName = parseResourceName(text)
  if (wantedName.resource !== resource) {
    return group !== '' && wantedName.group === group && fault('resource-name-selects-whole-group')
  }
  if (wantedName.group === group) {
    if (!isBuiltIn(group) && fault('custom-resource-name-selects-nothing')) return false
    return !(group !== '' && fault('resource-with-group-selects-nothing'))
  }
  if (wantedName.group === '') return fault('resource-without-group-selects-every-group')
  return fault('resource-group-not-compared')
}

/** Reports whether a group is part of the server; all other groups are from definitions. */
function isBuiltIn(group: string): boolean {
  return !group.includes('.') || group.endsWith('.orch.io')
}
