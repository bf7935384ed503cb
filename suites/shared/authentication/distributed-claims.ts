import { HarnessError, until } from '#kit'
import type { Claims } from '#mocks/oidc-issuer/index.ts'
import { audience } from './configuration.ts'
import type { Authenticator } from './authenticator.ts'

// Long enough for a server to look up the issuer of the claims, possibly only on first use.
const fetchedWithinMs = 3_000

/** Sends tokens with these claims until a condition is true. Returns false on a timeout. */
export async function presentUntil(
  authenticator: Authenticator,
  claims: Claims,
  fact: () => Promise<boolean> | boolean,
): Promise<boolean> {
  const hasPresented = async (): Promise<boolean> => {
    await authenticator.present(await authenticator.mint(claims))
    return fact()
  }
  return until(hasPresented, { withinMs: fetchedWithinMs, what: 'a claim was fetched' }).then(
    () => true,
    () => false,
  )
}

/**
 * Returns distributed claims with the groups of the claim `teams`, after the server has fetched them. The check is not
 * applicable to servers without support for distributed claims.
 */
export async function expectFetchedClaims(authenticator: Authenticator): Promise<Claims> {
  const issuer = await authenticator.issuer()
  const pointers = await issuer.distribute({ teams: ['dev'], aud: [audience] })
  await authenticator.untilKnown()
  const isFetched = (): boolean => issuer.journal.some(({ endpoint }) => endpoint === 'claims')
  if (await presentUntil(authenticator, pointers, isFetched)) return pointers
  throw new HarnessError('not-applicable', 'The server does not follow claims that are kept elsewhere.')
}
