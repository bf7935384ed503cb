import {
  type Authenticated,
  AuthenticationError,
  type Authenticator,
  type TokenAuthenticator,
} from '../api/authenticator.ts'

/** Asks token authenticators one after the other; throws an AuthenticationError with every cause when none knows the token. */
export async function authenticateToken(
  token: string,
  authenticators: readonly TokenAuthenticator[],
  audiences?: readonly string[],
): Promise<Authenticated> {
  const causes: string[] = []
  for (const authenticator of authenticators) {
    try {
      // One by one: the order decides, and a later one must not be asked needlessly.
      const authenticated = await authenticator.authenticateToken(token, audiences)
      if (authenticated !== undefined) return authenticated
    } catch (error) {
      if (!(error instanceof AuthenticationError)) throw error
      causes.push(error.message)
    }
  }
  throw new AuthenticationError(['invalid bearer token', ...causes].join(', '))
}

/** Takes the bearer token of a request; without one it has no opinion. */
export function bearerTokens(authenticators: readonly TokenAuthenticator[]): Authenticator {
  return {
    authenticate: async ({ token }) =>
      token === undefined ? undefined : authenticateToken(token, authenticators),
  }
}

/** The token of an `Authorization: Bearer …` header; undefined for none or for another scheme. */
export function bearerToken(authorization: string | undefined): string | undefined {
  const [, token] = /^bearer +(\S+)\s*$/i.exec(authorization ?? '') ?? []
  return token
}
