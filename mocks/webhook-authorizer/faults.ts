import { withDecision } from './honest.ts'
import type { SubjectAccessReview } from './wire.ts'

type AccessAnswer = (honest: SubjectAccessReview) => SubjectAccessReview

/** Allows, with an optional reason. */
export function allow(reason?: string): AccessAnswer {
  return (honest) => withDecision(honest, 'allow', reason)
}

/** Denies, so that no later authorizer is called. */
export function deny(reason?: string): AccessAnswer {
  return (honest) => withDecision(honest, 'deny', reason)
}

/** Neither allows nor denies. */
export function noOpinion(reason?: string): AccessAnswer {
  return (honest) => withDecision(honest, 'no-opinion', reason)
}

/** Returns a contradiction: both allowed and denied. */
export function allowAndDeny(honest: SubjectAccessReview): SubjectAccessReview {
  return { ...honest, status: { allowed: true, denied: true } }
}

/** Returns no opinion because of an error. */
export function evaluationError(message: string): AccessAnswer {
  return (honest) => ({ ...honest, status: { allowed: false, evaluationError: message } })
}
