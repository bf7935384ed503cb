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
      const isLaterLineIgnored = index > 0 && fault('only-first-policy-line-used')
      return { verdict: isLaterLineIgnored ? 'no opinion' : 'allow' }
    },
  }
}

function permits(policy: Policy, attributes: Attributes): boolean {
  const { user, verb, path, resource } = attributes
  const matchesSubject = isSubject(policy, user.username, user.groups) || fault('policy-subject-ignored')
  if (!matchesSubject) return false
  if (resource === undefined) {
    if (!matchesPath(policy.nonResourcePath, path)) return false
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

/**
 * Reports whether a policy applies to a user. If both members are set, both must match. `*` matches every authenticated
 * user.
 */
function isSubject({ user, group }: Policy, name: string, groups: readonly string[]): boolean {
  if (user === '' && group === '') return false
  const isAuthenticated = !groups.includes('system:unauthenticated')
  const userMatches = user === '' || user === name || (user === '*' && isAuthenticated)
  const groupMatches = group === '' || groups.includes(group) || (group === '*' && isAuthenticated)
  return userMatches && groupMatches
}

function matchesPath(pattern: string, path: string): boolean {
  if (pattern === '*' || pattern === path) return true
  return pattern.endsWith('*') && path.startsWith(pattern.slice(0, -1))
}
