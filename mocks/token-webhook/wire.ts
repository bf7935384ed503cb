import type { Review } from '../webhook/index.ts'

/** Whom a token belongs to. */
export interface TokenUser {
  readonly username?: string
  readonly uid?: string
  readonly groups?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** What a webhook says of a token. */
export interface TokenStatus {
  readonly authenticated: boolean
  readonly user?: TokenUser
  /** Those of the asked audiences that the token is for. */
  readonly audiences?: readonly string[]
  readonly error?: string
}

/** A TokenReview of version v1 or v1beta1, as it is on the wire. */
export interface TokenReview extends Review {
  readonly spec: { readonly token?: string; readonly audiences?: readonly string[] }
  readonly status?: TokenStatus
}
