import type { ServerQuirks } from '../../faults.ts'
import type { Authenticated, TokenAuthenticator } from '../authenticator.ts'
import type { JwtAuthenticator } from './authenticator.ts'
import { isIssuedBy, passesForIssuer } from './issuer-match.ts'
import { parseToken } from './parse.ts'

/** Gives each token to the authenticator of its issuer; a token of nobody's is left to others. */
export function jwtTokens(
  authenticators: readonly JwtAuthenticator[],
  quirks: ServerQuirks,
): TokenAuthenticator {
  return {
    async authenticateToken(token): Promise<Authenticated | undefined> {
      const parsed = parseToken(token)
      if (parsed === undefined) return undefined
      const { iss } = parsed.claims
      const index = authenticators.findIndex(({ settings }) => isIssuedBy(iss, settings.issuer))
      const shorter = authenticators.findIndex(({ settings }) => continues(iss, settings.issuer.url))
      if (index >= 0 && shorter >= 0) {
        if (shorter < index && quirks.fault('entry-hidden-by-earlier-shorter-url')) return undefined
        if (shorter > index && quirks.fault('entry-hidden-by-later-shorter-url')) return undefined
      }
      const authenticator =
        authenticators[index] ??
        authenticators.find(({ settings }) => passesForIssuer(iss, settings.issuer, quirks))
      const next = index >= 0 ? authenticators[index + 1] : undefined
      if (next !== undefined && quirks.fault('keys-of-next-entry-fetched')) {
        await next.fetchKeys().catch(() => {})
      }
      return authenticator?.authenticate(token, parsed)
    },
  }
}

/** Whether a URL goes on with a path below another, which has a path itself. */
function continues(longer: unknown, url: string): boolean {
  return typeof longer === 'string' && new URL(url).pathname !== '/' && longer.startsWith(`${url}/`)
}
