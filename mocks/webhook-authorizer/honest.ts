import type { AccessSpec, AccessStatus, SubjectAccessReview } from './wire.ts'

/** What an authorizer thinks of a request: the third leaves it to the next one. */
export type Decision = 'allow' | 'deny' | 'no-opinion'

/** The review with a decision filled in; version and kind are those it came with. */
export function decided(
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

/** Decides about a user's request. */
export type Policy = (spec: AccessSpec) => Decision
