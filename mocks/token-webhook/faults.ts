import { withTokenStatus } from './honest.ts'
import type { TokenReview, TokenUser } from './wire.ts'

type TokenAnswer = (honest: TokenReview) => TokenReview

/** Accepts any token as a token of this user. */
export function authenticated(user: TokenUser): TokenAnswer {
  return (honest) => withTokenStatus(honest, user)
}

/** Rejects every token, with an optional error. */
export function unauthenticated(error?: string): TokenAnswer {
  return (honest) => ({ ...honest, status: { authenticated: false, ...(error !== undefined && { error }) } })
}

/** Responds with the honest status, but with the given audiences; without arguments, with no audiences. */
export function forAudiences(...audiences: string[]): TokenAnswer {
  return (honest) => {
    const { audiences: _, ...status } = honest.status ?? { authenticated: false }
    return { ...honest, status: audiences.length === 0 ? status : { ...status, audiences } }
  }
}
