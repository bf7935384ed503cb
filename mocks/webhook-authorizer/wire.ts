import type { Review } from '../webhook/index.ts'

/** Access to a resource that a user requests. */
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

/** User and the requested access. */
export interface AccessSpec {
  readonly user?: string
  /** Groups in version v1. */
  readonly groups?: readonly string[]
  /** Groups in version v1beta1. */
  readonly group?: readonly string[]
  readonly uid?: string
  readonly extra?: Readonly<Record<string, readonly string[]>>
  readonly resourceAttributes?: ResourceAttributes
  readonly nonResourceAttributes?: { readonly path?: string; readonly verb?: string }
}

/** Decision of an authorizer. */
export interface AccessStatus {
  readonly allowed: boolean
  readonly denied?: boolean
  readonly reason?: string
  readonly evaluationError?: string
}

/** SubjectAccessReview of version v1 or v1beta1 as it is sent. */
export interface SubjectAccessReview extends Review {
  readonly spec: AccessSpec
  readonly status?: AccessStatus
}

/** Returns the user's groups under the name of either version. */
export function groupsOf(review: SubjectAccessReview): readonly string[] {
  return review.spec.groups ?? review.spec.group ?? []
}
