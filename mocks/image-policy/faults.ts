import { withDecision } from './honest.ts'
import type { ImageReview } from './wire.ts'

/** Rejects the images, with an optional reason. */
export function refuseImages(reason?: string): (honest: ImageReview) => ImageReview {
  return (honest) => withDecision(honest, false, reason)
}
