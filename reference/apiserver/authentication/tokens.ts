import {
  type Authenticated,
  AuthenticationError,
  type Authenticator,
  type TokenAuthenticator,
} from '../api/authenticator.ts'

/**
 * Calls token authenticators one after the other. Throws an AuthenticationError with all causes if none accepts the
 * token.
 */
export async function authenticateToken(
  token: string,
  authenticators: readonly TokenAuthenticator[],
  audiences?: readonly string[],
): Promise<Authenticated> {
  const reasons: string[] = []
  for (const authenticator of authenticators) {
    try {
      // Sequential: the order decides, and a later authenticator must not be called needlessly.
      const result = await authenticator.authenticateToken(token, audiences)
      if (result !== undefined) return result
    } catch (error) {
      if (!(error instanceof AuthenticationError)) throw error
      reasons.push(error.message)
    }
  }
  throw new AuthenticationError(['invalid bearer token', ...reasons].join(', '))
}

/** Authenticates the bearer token of a request; returns undefined for a request without a token. */
export function bearerTokens(authenticators: readonly TokenAuthenticator[]): Authenticator {
  return {
    authenticate: async ({ token }) =>
      token === undefined ? undefined : authenticateToken(token, authenticators),
  }
}

/** Returns the token of an `Authorization: Bearer …` header; undefined if there is none or for another scheme. */
export function bearerToken(authorization: string | undefined): string | undefined {
  const [, token] = /^bearer +(\S+)\s*$/i.exec(authorization ?? '') ?? []
  return token
}
