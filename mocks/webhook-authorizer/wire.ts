import type { Review } from '../webhook/index.ts'

/** What a user wants to do with a resource. */
export interface ResourceAttributes {
  readonly namespace?: string
  readonly verb?: string
  readonly group?: string
  readonly version?: string
  readonly resource?: string
  readonly subresource?: string
  readonly name?: string
  readonly fieldSelector?: unknown
  readonly labelSelector?: unknown
}

/** Who wants to do what. */
export interface AccessSpec {
  readonly user?: string
  /** Version v1. */
  readonly groups?: readonly string[]
  /** Version v1beta1's word for groups. */
  readonly group?: readonly string[]
  readonly uid?: string
  readonly extra?: Readonly<Record<string, readonly string[]>>
  readonly resourceAttributes?: ResourceAttributes
  readonly nonResourceAttributes?: { readonly path?: string; readonly verb?: string }
}

/** What an authorizer says to it. */
export interface AccessStatus {
  readonly allowed: boolean
  readonly denied?: boolean
  readonly reason?: string
  readonly evaluationError?: string
}

/** A SubjectAccessReview of version v1 or v1beta1, as it is on the wire. */
export interface SubjectAccessReview extends Review {
  readonly spec: AccessSpec
  readonly status?: AccessStatus
}

/** The user's groups, under whichever name the version gives them. */
export function groupsOf(review: SubjectAccessReview): readonly string[] {
  return review.spec.groups ?? review.spec.group ?? []
}
