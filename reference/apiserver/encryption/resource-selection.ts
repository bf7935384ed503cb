import type { ServerQuirks } from '../faults.ts'
import { isWildcard, named } from '../config/encryption/names.ts'

/** Reports whether a name or wildcard of a resource list selects a resource of a group. */
export function selects(text: string, group: string, resource: string, quirks: ServerQuirks): boolean {
  if (!isWildcard(text)) return nameSelects(text, group, resource, quirks)
  const wanted = text.slice(2)
  if (wanted === '*') {
    if (resource === 'namespaces' && quirks.fault('wildcard-for-all-skips-namespaces')) return false
    if (!isBuiltIn(group)) return !quirks.fault('wildcard-for-all-skips-custom-resources')
    if (group !== '') return !quirks.fault('wildcard-for-all-selects-core-only')
    return !quirks.fault('wildcard-for-all-skips-core')
  }
  if (wanted === '') {
    if (group === '') return !quirks.fault('wildcard-for-core-selects-nothing')
    return quirks.fault('wildcard-for-core-selects-other-groups')
  }
  if (wanted === group) return !quirks.fault('wildcard-for-group-selects-nothing')
  if (group.endsWith(`.${wanted}`)) return quirks.fault('wildcard-for-group-selects-subgroups')
  if (group === '') return quirks.fault('wildcard-for-group-selects-core')
  return quirks.fault('wildcard-for-group-selects-other-groups')
}

function nameSelects(text: string, group: string, resource: string, quirks: ServerQuirks): boolean {
  const wanted = named(text)
  if (wanted.resource !== resource) {
    return group !== '' && wanted.group === group && quirks.fault('resource-name-selects-whole-group')
  }
  if (wanted.group === group) {
    if (!isBuiltIn(group) && quirks.fault('custom-resource-name-selects-nothing')) return false
    return !(group !== '' && quirks.fault('resource-with-group-selects-nothing'))
  }
  if (wanted.group === '') return quirks.fault('resource-without-group-selects-every-group')
  return quirks.fault('resource-group-not-compared')
}

/** Reports whether a group is part of the server; all others are from definitions. */
function isBuiltIn(group: string): boolean {
  return !group.includes('.') || group.endsWith('.orch.io')
}
