import type { TokenReview, TokenStatus, TokenUser } from './wire.ts'

/** The review with its status filled in: the user of a known token, else nobody. */
export function reviewed(review: TokenReview, user: TokenUser | undefined): TokenReview {
  const { audiences } = review.spec
  const status: TokenStatus =
    user === undefined
      ? { authenticated: false }
      : { authenticated: true, user, ...(audiences !== undefined && { audiences }) }
  return { ...review, status }
}
