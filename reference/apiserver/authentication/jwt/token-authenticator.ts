import { fault } from '../../../quirks/quirks.ts'
import { type Authenticated, AuthenticationError, type TokenAuthenticator } from '../../api/authenticator.ts'
import type { JwtAuthenticator } from './authenticator.ts'
import { isIssuedBy, isAcceptedIssuer } from './issuer-match.ts'
import { type ParsedToken, parseToken } from './parse.ts'

/** Maximum number of authenticators with which the fault of long lists has no effect. */
const maxFaultyEntries = 6

/** Authenticates each token by its issuer. A token of an unknown issuer is left to other authenticators. */
export function jwtTokens(authenticators: readonly JwtAuthenticator[]): TokenAuthenticator {
  return {
    async authenticateToken(token): Promise<Authenticated | undefined> {
      const parsedToken = parseToken(token)
      if (parsedToken === undefined) return undefined
      const { iss } = parsedToken.claims
      const index = authenticators.findIndex(({ settings }) => isIssuedBy(iss, settings.issuer))
      const prefixIndex = authenticators.findIndex(({ settings }) => startsWithUrl(iss, settings.issuer.url))
      if (index >= 0 && prefixIndex >= 0) {
        if (prefixIndex < index && fault('entry-hidden-by-earlier-shorter-url')) return undefined
        if (prefixIndex > index && fault('entry-hidden-by-later-shorter-url')) return undefined
      }
      const ownAuthenticator = authenticators[index]
      // Without a fault, no other authenticator accepts the token.
      const candidates =
        ownAuthenticator === undefined
          ? authenticators.filter(({ settings }) => isAcceptedIssuer(iss, settings.issuer))
          : [ownAuthenticator]
      const nextAuthenticator = index >= 0 ? authenticators[index + 1] : undefined
      if (nextAuthenticator !== undefined && fault('keys-of-next-entry-fetched')) {
        await nextAuthenticator.fetchKeys().catch(() => {})
      }
      if (authenticators.some(({ isDead }) => isDead) && fault('dead-issuer-stops-all'))
        throw new AuthenticationError('an issuer is dead')
      const result = await firstOf(candidates, token, parsedToken)
      if (authenticators.length > maxFaultyEntries && fault('many-entries-take-nobody')) {
        throw new AuthenticationError('too many authenticators')
      }
      return result
    },
  }
}

/** Reports whether a URL is below a second URL that has a path. */
function startsWithUrl(iss: unknown, url: string): boolean {
  return typeof iss === 'string' && new URL(url).pathname !== '/' && iss.startsWith(`${url}/`)
}

/**
 * Returns the result of the first authenticator that accepts a token. If all authenticators reject the token, throws
 * the error of the last authenticator.
 */
async function firstOf(
  candidates: readonly JwtAuthenticator[],
  token: string,
  parsed: ParsedToken,
): Promise<Authenticated | undefined> {
  for (const [index, candidate] of candidates.entries()) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- the order of the list decides.
      return await candidate.authenticate(token, parsed)
    } catch (error) {
      if (index === candidates.length - 1) throw error
    }
  }
  return undefined
}
