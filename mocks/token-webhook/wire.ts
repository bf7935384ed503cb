import type { Review } from '../webhook/index.ts'

/** Owner of a token. */
export interface TokenUser {
  readonly username?: string
  readonly uid?: string
  readonly groups?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** Status that a webhook returns for a token. */
export interface TokenStatus {
  readonly authenticated: boolean
  readonly user?: TokenUser
  /** Requested audiences for which the token is valid. */
  readonly audiences?: readonly string[]
  readonly error?: string
}

/** TokenReview of version v1 or v1beta1 as it is sent. */
export interface TokenReview extends Review {
  readonly spec: { readonly token?: string; readonly audiences?: readonly string[] }
  readonly status?: TokenStatus
}
