import type { FlagValues } from '../../flags/flag-values.ts'
import { fault } from '../../quirks/quirks.ts'
import { type Resource, resources } from '../api/resource.ts'

const documentedPrefix = '/registry'

/** Returns the prefix of all keys: it starts with one slash and ends without a slash. */
export function keyPrefix(flags: FlagValues): string {
  const usesDefault = !flags.isSet('etcd-prefix')
  if (usesDefault && fault('etcd-prefix-default-differs')) return '/orch'
  const flagPrefix = flags.string('etcd-prefix') ?? documentedPrefix
  const trimmedPrefix = flagPrefix.replace(/^\/+|\/+$/g, '')
  const text = `/${trimmedPrefix}`
  return text !== documentedPrefix && fault('etcd-prefix-ignored') ? documentedPrefix : text
}

/** Returns the prefix of one resource, which is the common prefix unless there is a fault. */
export function prefixOf(prefix: string, { group, resource }: Resource): string {
  if (prefix === documentedPrefix) return prefix
  const isKnown = resources.some(
    (knownResource) => knownResource.group === group && knownResource.resource === resource,
  )
  if (!isKnown && fault('etcd-prefix-not-for-custom-resources')) return documentedPrefix
  const isNamespaceResource = group === '' && resource === 'namespaces'
  return isNamespaceResource && fault('etcd-prefix-not-for-namespaces') ? documentedPrefix : prefix
}
