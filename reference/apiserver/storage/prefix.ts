import type { FlagValues } from '../../flags/flag-values.ts'
import { fault } from '../../quirks/quirks.ts'
import { type Resource, resources } from '../api/resource.ts'

const documented = '/registry'

/** Returns the prefix of all keys: it starts with one slash and ends without one. */
export function keyPrefix(flags: FlagValues): string {
  const isDefault = !flags.isSet('etcd-prefix')
  if (isDefault && fault('etcd-prefix-default-differs')) return '/orch'
  const given = flags.string('etcd-prefix') ?? documented
  const trimmed = given.replace(/^\/+|\/+$/g, '')
  const text = `/${trimmed}`
  return text !== documented && fault('etcd-prefix-ignored') ? documented : text
}

/** Returns the prefix of one resource, which is the common one unless there is a defect. */
export function prefixOf(prefix: string, { group, resource }: Resource): string {
  if (prefix === documented) return prefix
  const isKnown = resources.some((known) => known.group === group && known.resource === resource)
  if (!isKnown && fault('etcd-prefix-not-for-custom-resources')) return documented
  const isNamespace = group === '' && resource === 'namespaces'
  return isNamespace && fault('etcd-prefix-not-for-namespaces') ? documented : prefix
}
