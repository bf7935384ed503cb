import type { ImageReview } from './wire.ts'

/** The review with a decision about its images filled in. */
export function judged(review: ImageReview, allowed: boolean, reason?: string): ImageReview {
  return { ...review, status: { allowed, ...(reason !== undefined && { reason }) } }
}
