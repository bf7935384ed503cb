import type { ImageReview } from './wire.ts'

/** Returns the review with a decision about its images. */
export function withDecision(review: ImageReview, allowed: boolean, reason?: string): ImageReview {
  return { ...review, status: { allowed, ...(reason !== undefined && { reason }) } }
}
