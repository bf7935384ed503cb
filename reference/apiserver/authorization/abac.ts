import { fault } from '../../quirks/quirks.ts'
import type { Policy } from './abac-policy.ts'
import type { Attributes, Authorizer } from './authorizer.ts'

/** Allows requests that one policy permits, and has no opinion otherwise. */
export function abac(policies: readonly Policy[]): Authorizer {
  return {
    async decide(attributes) {
      const index = policies.findIndex((policy) => permits(policy, attributes))
      if (index === 0 && fault('first-policy-line-skipped')) return { verdict: 'no opinion' }
      if (index < 0) return { verdict: fault('policy-file-ignored') ? 'allow' : 'no opinion' }
      const later = index > 0 && fault('only-first-policy-line-used')
      return { verdict: later ? 'no opinion' : 'allow' }
    },
  }
}

function permits(policy: Policy, attributes: Attributes): boolean {
  const { user, verb, path, resource } = attributes
  const subject = isSubject(policy, user.username, user.groups) || fault('policy-subject-ignored')
  if (!subject) return false
  if (resource === undefined) {
    if (!isPath(policy.nonResourcePath, path)) return false
    return !policy.readonly || verb === 'get' || fault('policy-readonly-ignored')
  }
  const objectMatches =
    policy.apiGroup === '*' || policy.apiGroup === resource.group || fault('policy-api-group-ignored')
  if (!objectMatches || policy.resource === '') return false
  if (!isOneOf(policy.resource, resource.resource) && !fault('policy-resource-ignored')) return false
  if (!isOneOf(policy.namespace, resource.namespace) && !fault('policy-namespace-ignored')) return false
  return !policy.readonly || ['get', 'list', 'watch'].includes(verb) || fault('policy-readonly-ignored')
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
