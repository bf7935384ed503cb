import type { Attributes } from '../authorizer.ts'

/** API group of access reviews. */
export const reviewGroup = 'authorization.orch.io'

/** Versions of the reviews that a webhook receives. */
export type ReviewVersion = 'v1' | 'v1beta1'

/** The `spec` of a SubjectAccessReview in version v1, without its empty members. */
export interface ReviewSpec {
  readonly resourceAttributes?: Readonly<Record<string, unknown>>
  readonly nonResourceAttributes?: Readonly<Record<string, string>>
  readonly user?: string
  readonly groups?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
  readonly uid?: string
}

/** Converts attributes into the spec of a review. */
export function reviewSpec({ user, verb, path, resource }: Attributes): ReviewSpec {
  const { username, groups, extra, uid } = user
  return {
    ...(resource === undefined
      ? { nonResourceAttributes: withoutEmptyMembers({ path, verb }) }
      : { resourceAttributes: withoutEmptyMembers({ verb, ...resource }) }),
    ...(username === '' ? {} : { user: username }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
    ...(uid === '' ? {} : { uid }),
  }
}

/** Returns the object to send. In v1beta1, `groups` is spelled in the singular. */
export function reviewObject(spec: ReviewSpec, version: ReviewVersion, usesSingular: boolean): object {
  const { groups, ...rest } = spec
  const members = groups === undefined ? {} : usesSingular ? { group: groups } : { groups }
  return {
    kind: 'SubjectAccessReview',
    apiVersion: `${reviewGroup}/${version}`,
    metadata: {},
    spec: { ...rest, ...members },
    status: { allowed: false },
  }
}

function withoutEmptyMembers<Value>(
  members: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ''))
}
