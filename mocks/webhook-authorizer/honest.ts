import type { AccessSpec, AccessStatus, SubjectAccessReview } from './wire.ts'

/** Decision of an authorizer; `no-opinion` leaves it to the next authorizer. */
export type Decision = 'allow' | 'deny' | 'no-opinion'

/** Returns the review with a decision. Version and kind stay the same. */
export function withDecision(
  review: SubjectAccessReview,
  decision: Decision,
  reason?: string,
): SubjectAccessReview {
  const status: AccessStatus = {
    allowed: decision === 'allow',
    ...(decision === 'deny' && { denied: true }),
    ...(reason !== undefined && { reason }),
  }
  return { ...review, status }
}

/** Function that decides about a user's request. */
export type Policy = (spec: AccessSpec) => Decision
