import type { ClientCertificate } from '../../serving/client-certificate.ts'
import type { UserInfo } from '../../serving/user.ts'

/** Credentials that were looked at and rejected; its message is the cause, for logs and token reviews only. */
export class AuthenticationError extends Error {
  override readonly name = 'AuthenticationError'
}

/** What a request shows of its sender. */
export interface Presented {
  readonly method: string
  /** The decoded path without query. */
  readonly path: string
  /** The request target as sent, with query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Every header line as it came: name in lower case and value. */
  readonly headerLines: readonly (readonly [name: string, value: string])[]
  /** The bearer token; undefined without one. */
  readonly token: string | undefined
  /** The client certificate; undefined when none was shown. */
  readonly certificate: ClientCertificate | undefined
}

/** An identity that credentials proved. */
export interface Authenticated {
  readonly user: UserInfo
  /** The audiences a token was good for, when it is bound to some. */
  readonly audiences?: readonly string[]
}

/** Looks at one sort of credentials: undefined when they are not there or not its own; throws an AuthenticationError when they are bad. */
export interface Authenticator {
  authenticate(presented: Presented): Promise<Authenticated | undefined>
}

/** The same for a bearer token alone. */
export interface TokenAuthenticator {
  /** The audiences are those that the token must be good for, if it is bound to any; undefined means the API's own. */
  authenticateToken(token: string, audiences?: readonly string[]): Promise<Authenticated | undefined>
}
