import type { TokenReview, TokenStatus, TokenUser } from './wire.ts'

/** Returns the review with its status: the user of a known token, or unauthenticated. */
export function withTokenStatus(review: TokenReview, user: TokenUser | undefined): TokenReview {
  const { audiences } = review.spec
  const status: TokenStatus =
    user === undefined
      ? { authenticated: false }
      : { authenticated: true, user, ...(audiences !== undefined && { audiences }) }
  return { ...review, status }
}
