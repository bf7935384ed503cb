import { isDeepStrictEqual } from 'node:util'
import type { Attributes, Webhook } from './model.ts'

/** Parts of a SubjectAccessReview that describe a request. */
export interface ReviewRequest {
  readonly apiVersion?: unknown
  readonly spec?: unknown
}

/** Returns the complete expected spec of a request's review, in the spelling of its version. */
export function specOf(
  { user, groups, uid, extra, resource, path }: Attributes,
  version: Webhook['version'],
): object {
  return withoutEmptyMembers({
    user,
    // v1beta1 names the groups of a user in the singular.
    [version === 'v1' ? 'groups' : 'group']: groups,
    uid,
    extra,
    resourceAttributes: resource,
    nonResourceAttributes: path,
  })
}

/** Reports whether a review has the given version and exactly the given spec. Empty fields may be omitted. */
export function describesRequest(
  { apiVersion, spec }: ReviewRequest,
  expected: object,
  version: Webhook['version'],
): boolean {
  if (typeof apiVersion !== 'string' || typeof spec !== 'object' || spec === null) return false
  return apiVersion.endsWith(`/${version}`) && isDeepStrictEqual(withoutEmptyMembers(spec), expected)
}

function withoutEmptyMembers(members: object): object {
  const filledMembers = Object.entries(members).flatMap(([name, value]: [string, unknown]) => {
    if (value === undefined || value === '' || value === null) return []
    if (Array.isArray(value)) return value.length === 0 ? [] : [[name, value]]
    if (typeof value !== 'object') return [[name, value]]
    const filledValue = withoutEmptyMembers(value)
    return Object.keys(filledValue).length === 0 ? [] : [[name, filledValue]]
  })
  return Object.fromEntries(filledMembers) as object
}
