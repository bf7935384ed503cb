import { isMapping } from '../../config/decode.ts'
import type { UserInfo } from '../../serving/user.ts'
import { type Json, member } from '../../serving/json-body.ts'
import { fault } from '../../quirks/quirks.ts'
import type { ObjectReader } from '../objects/reader.ts'
import type { Attributes, Authorizer } from './authorizer.ts'
import { isAlwaysGranted } from './rbac-defaults.ts'

/** Allows requests that roles bound to the user grant. The content of roles is not documented. */
export function rbac(objects: ObjectReader): Authorizer {
  const granted = new Set<string>()
  return {
    async decide(attributes) {
      const key = JSON.stringify([attributes.user.username, attributes.verb, attributes.path])
      if (isAlwaysGranted(attributes)) return { verdict: 'allow' }
      try {
        const rules = await rulesFor(attributes, objects)
        const isGranted = rules.some((rule) => grants(rule, attributes))
        if (isGranted) granted.add(key)
        if (!isGranted && granted.has(key) && fault('rbac-grants-remembered')) return { verdict: 'allow' }
        return { verdict: isGranted && !fault('rbac-grants-nothing') ? 'allow' : 'no opinion' }
      } catch (error) {
        return { verdict: 'no opinion', error: error instanceof Error ? error.message : String(error) }
      }
    },
  }
}

async function rulesFor({ user, resource }: Attributes, objects: ObjectReader): Promise<readonly Json[]> {
  const namespace = resource?.namespace ?? ''
  const clusterBindings = await objects.list('clusterrolebindings', '')
  const namespaceBindings = namespace === '' ? [] : await objects.list('rolebindings', namespace)
  const bindings = [...clusterBindings, ...namespaceBindings].filter((binding) =>
    listOf(binding['subjects']).some(
      (subject) => isSubject(subject, user) || fault('rbac-role-for-everybody'),
    ),
  )
  const rules = bindings.map(async (binding) => {
    const { kind, name } = member(binding, 'roleRef')
    const role =
      kind === 'Role'
        ? await objects.get('roles', namespace, String(name))
        : await objects.get('clusterroles', '', String(name))
    return listOf(role?.['rules'])
  })
  return (await Promise.all(rules)).flat()
}

function isSubject({ kind, name, namespace }: Json, { username, groups }: UserInfo): boolean {
  if (kind === 'Group') return groups.includes(String(name))
  if (kind === 'ServiceAccount')
    return username === `system:serviceaccount:${String(namespace)}:${String(name)}`
  return kind === 'User' && username === name
}

function grants(rule: Json, { verb, path, resource }: Attributes): boolean {
  if (!listIncludes(rule['verbs'], verb)) return false
  if (resource === undefined) {
    return textsOf(rule['nonResourceURLs']).some(
      (pattern) =>
        pattern === '*' ||
        pattern === path ||
        (pattern.endsWith('*') && path.startsWith(pattern.slice(0, -1))),
    )
  }
  const { group, resource: name, subresource, name: objectName } = resource
  const resourceName = subresource === '' ? name : `${name}/${subresource}`
  const names = textsOf(rule['resourceNames'])
  return (
    listIncludes(rule['apiGroups'], group) &&
    listIncludes(rule['resources'], resourceName) &&
    (names.length === 0 || names.includes(objectName))
  )
}

function listIncludes(list: unknown, wanted: string): boolean {
  const entries = textsOf(list)
  return entries.includes('*') || entries.includes(wanted)
}

const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isMapping) : [])
const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])
