import type { ServerQuirks } from '../faults.ts'
import type { Policy } from './abac-policy.ts'
import type { Attributes, Authorizer } from './authorizer.ts'

/** Allows requests that one policy permits, and has no opinion otherwise. */
export function abac(policies: readonly Policy[], quirks: ServerQuirks): Authorizer {
  return {
    async decide(attributes) {
      const index = policies.findIndex((policy) => permits(policy, attributes, quirks))
      if (index === 0 && quirks.fault('first-policy-line-skipped')) return { verdict: 'no opinion' }
      if (index < 0) return { verdict: quirks.fault('policy-file-ignored') ? 'allow' : 'no opinion' }
      const later = index > 0 && quirks.fault('only-first-policy-line-used')
      return { verdict: later ? 'no opinion' : 'allow' }
    },
  }
}

function permits(policy: Policy, attributes: Attributes, quirks: ServerQuirks): boolean {
  const { user, verb, path, resource } = attributes
  const subject = isSubject(policy, user.username, user.groups) || quirks.fault('policy-subject-ignored')
  if (!subject) return false
  if (resource === undefined) {
    if (!isPath(policy.nonResourcePath, path)) return false
    return !policy.readonly || verb === 'get' || quirks.fault('policy-readonly-ignored')
  }
  const objectMatches =
    policy.apiGroup === '*' || policy.apiGroup === resource.group || quirks.fault('policy-api-group-ignored')
  if (!objectMatches || policy.resource === '') return false
  if (!isOneOf(policy.resource, resource.resource) && !quirks.fault('policy-resource-ignored')) return false
  if (!isOneOf(policy.namespace, resource.namespace) && !quirks.fault('policy-namespace-ignored'))
    return false
  return (
    !policy.readonly || ['get', 'list', 'watch'].includes(verb) || quirks.fault('policy-readonly-ignored')
  )
}

const isOneOf = (pattern: string, value: string) => pattern === '*' || pattern === value

/** If both members are set, both must match. `*` matches every authenticated user. */
function isSubject({ user, group }: Policy, name: string, groups: readonly string[]): boolean {
  if (user === '' && group === '') return false
  const named = !groups.includes('system:unauthenticated')
  const userMatches = user === '' || user === name || (user === '*' && named)
  const groupMatches = group === '' || groups.includes(group) || (group === '*' && named)
  return userMatches && groupMatches
}

function isPath(pattern: string, path: string): boolean {
  if (pattern === '*' || pattern === path) return true
  return pattern.endsWith('*') && path.startsWith(pattern.slice(0, -1))
}
