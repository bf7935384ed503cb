import type { ApiServerRequest } from '../request.ts'
import { type ApiObject, recordAt } from '../model/object.ts'
import type { Author } from '../objects/prepare.ts'
import { apiVersionOf, type Resource } from '../resources/resource.ts'
import type { Identities } from './identities.ts'

/** Status of an answered review. */
export type ReviewStatus = Readonly<Record<string, unknown>>

/** Kinds of reviews that a test may script. */
export type ReviewKind = 'tokenReview' | 'subjectAccessReview'

/** Returns the kind of review of a resource; `undefined` for reviews that only return the user. */
export function reviewKind({ kind }: Resource): ReviewKind | undefined {
  if (kind === 'TokenReview') return 'tokenReview'
  return kind.endsWith('SubjectAccessReview') ? 'subjectAccessReview' : undefined
}

/** Returns the status of a review from a server that allows everything. */
export async function honestReview(
  resource: Resource,
  review: ApiObject,
  request: ApiServerRequest,
  identities: Identities,
): Promise<ReviewStatus> {
  switch (resource.kind) {
    case 'TokenReview':
      return tokenReview(recordAt(review, 'spec'), identities)
    case 'SelfSubjectReview':
      return { userInfo: userInfo(request.user ?? anonymous) }
    case 'SelfSubjectRulesReview':
      return {
        resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
        nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
        incomplete: false,
      }
    default:
      return { allowed: true }
  }
}

/** Returns the review with its status. */
export function withStatus(resource: Resource, review: ApiObject, status: ReviewStatus): ApiObject {
  const metadata = { ...review.metadata, creationTimestamp: null }
  return { ...review, kind: resource.kind, apiVersion: apiVersionOf(resource), metadata, status }
}

const anonymous: Author = { name: 'system:anonymous', groups: ['system:unauthenticated'] }

async function tokenReview(
  spec: Readonly<Record<string, unknown>>,
  identities: Identities,
): Promise<ReviewStatus> {
  const requestedAudiences = Array.isArray(spec.audiences)
    ? spec.audiences.filter((audience) => typeof audience === 'string')
    : []
  const authenticatedUser = await identities.review(
    typeof spec.token === 'string' ? spec.token : '',
    requestedAudiences,
  )
  if (authenticatedUser === undefined)
    return { user: {}, error: 'the token is not valid here, or not for the requested audiences' }
  return {
    authenticated: true,
    user: userInfo(authenticatedUser.user),
    audiences: authenticatedUser.audiences,
  }
}

function userInfo({ name, groups, uid }: Author): ReviewStatus {
  return { username: name, ...(uid !== undefined && { uid }), groups }
}
