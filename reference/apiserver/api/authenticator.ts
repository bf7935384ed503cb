import type { ClientCertificate } from '../../serving/client-certificate.ts'
import type { UserInfo } from '../../serving/user.ts'

/** Rejection of credentials. The message is the cause, for logs and token reviews only. */
export class AuthenticationError extends Error {
  override readonly name = 'AuthenticationError'
}

/** Parts of a request that identify its sender. */
export interface RequestCredentials {
  readonly method: string
  /** Decoded path without query. */
  readonly path: string
  /** Request target as sent, with query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** All header lines as received, with the name in lower case. */
  readonly headerLines: readonly (readonly [name: string, value: string])[]
  /** Bearer token; undefined if the request has none. */
  readonly token: string | undefined
  /** Client certificate; undefined if the client presented no certificate. */
  readonly certificate: ClientCertificate | undefined
}

/** Identity that credentials proved. */
export interface Authenticated {
  readonly user: UserInfo
  /** Audiences for which the token is valid, if it is bound to audiences. */
  readonly audiences?: readonly string[]
}

/**
 * Authenticator for one kind of credentials. Returns undefined if the request has no credentials of this kind; throws
 * an AuthenticationError for invalid credentials.
 */
export interface Authenticator {
  authenticate(presented: RequestCredentials): Promise<Authenticated | undefined>
}

/** Authenticator for bearer tokens only. */
export interface TokenAuthenticator {
  /** Authenticates a token. A bound token must be valid for `audiences`; the default is the audiences of the API. */
  authenticateToken(token: string, audiences?: readonly string[]): Promise<Authenticated | undefined>
}
