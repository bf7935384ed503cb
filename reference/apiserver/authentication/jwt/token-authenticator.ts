import { fault } from '../../../quirks/quirks.ts'
import { type Authenticated, AuthenticationError, type TokenAuthenticator } from '../../api/authenticator.ts'
import type { JwtAuthenticator } from './authenticator.ts'
import { isIssuedBy, isAcceptedIssuer } from './issuer-match.ts'
import { type ParsedToken, parseToken } from './parse.ts'

/** Number of authenticators up to which the fault of long lists has no effect. */
const maxFaultyEntries = 6

/** Authenticates each token by its issuer. A token of an unknown issuer is left to other authenticators. */
export function jwtTokens(authenticators: readonly JwtAuthenticator[]): TokenAuthenticator {
  return {
    async authenticateToken(token): Promise<Authenticated | undefined> {
      const parsed = parseToken(token)
      if (parsed === undefined) return undefined
      const { iss } = parsed.claims
      const index = authenticators.findIndex(({ settings }) => isIssuedBy(iss, settings.issuer))
      const shorter = authenticators.findIndex(({ settings }) => continues(iss, settings.issuer.url))
      if (index >= 0 && shorter >= 0) {
        if (shorter < index && fault('entry-hidden-by-earlier-shorter-url')) return undefined
        if (shorter > index && fault('entry-hidden-by-later-shorter-url')) return undefined
      }
      const own = authenticators[index]
      // Without a fault, no other authenticator accepts it.
      const takers =
        own === undefined
          ? authenticators.filter(({ settings }) => isAcceptedIssuer(iss, settings.issuer))
          : [own]
      const next = index >= 0 ? authenticators[index + 1] : undefined
      if (next !== undefined && fault('keys-of-next-entry-fetched')) {
        await next.fetchKeys().catch(() => {})
      }
      if (authenticators.some(({ isDead }) => isDead) && fault('dead-issuer-stops-all'))
        throw new AuthenticationError('an issuer is dead')
      const authenticated = await firstOf(takers, token, parsed)
      if (authenticators.length > maxFaultyEntries && fault('many-entries-take-nobody')) {
        throw new AuthenticationError('too many authenticators')
      }
      return authenticated
    },
  }
}

/** Reports whether a URL is below another one that has a path. */
function continues(longer: unknown, url: string): boolean {
  return typeof longer === 'string' && new URL(url).pathname !== '/' && longer.startsWith(`${url}/`)
}

/**
 * Returns the result of the first authenticator that accepts a token. If all reject it, throws the error of the last.
 */
async function firstOf(
  takers: readonly JwtAuthenticator[],
  token: string,
  parsed: ParsedToken,
): Promise<Authenticated | undefined> {
  for (const [index, taker] of takers.entries()) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- the order of the list decides.
      return await taker.authenticate(token, parsed)
    } catch (error) {
      if (index === takers.length - 1) throw error
    }
  }
  return undefined
}
