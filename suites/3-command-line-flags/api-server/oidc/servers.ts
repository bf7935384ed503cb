import type { Shared } from '#kit'
import type { OidcHost } from '#mocks/oidc-issuer/index.ts'
import { asymmetricAlgorithms } from '#mocks/oidc-issuer/index.ts'
import { type FlagAuthenticator, flagAuthenticator } from './flags.ts'

/**
 * Servers that trust issuers by their flags. The flag values do not overlap, so that few servers are enough for all
 * rules.
 */
export interface OidcServers {
  readonly host: Shared<OidcHost>
  /** Has an issuer and no other OIDC flag. */
  readonly plain: FlagAuthenticator
  /**
   * Takes user names, without a prefix, from the claim `name`, and groups from `teams`. Sets each required claim with a
   * separate flag.
   */
  readonly namedClaims: FlagAuthenticator
  /** Adds prefixes to users and groups. */
  readonly prefixedNames: FlagAuthenticator
  /** Sets all required claims in one list. */
  readonly listedClaims: FlagAuthenticator
  /** Accepts every signing algorithm. */
  readonly everyAlgorithm: FlagAuthenticator
  /** Accepts two signing algorithms, and takes user names from the email. */
  readonly chosenAlgorithms: FlagAuthenticator
}

/** Returns the servers of one suite file. */
export function oidcServers(host: Shared<OidcHost>): OidcServers {
  const claims = { tier: 'gold', region: 'north' }
  return {
    host,
    plain: flagAuthenticator(host, 'plain'),
    namedClaims: flagAuthenticator(host, 'named', {
      flags: {
        '--oidc-username-claim': 'name',
        '--oidc-username-prefix': '-',
        '--oidc-groups-claim': 'teams',
        '--oidc-required-claim': ['tier=gold', 'region=north'],
      },
      claims,
    }),
    prefixedNames: flagAuthenticator(host, 'prefixed', {
      flags: {
        '--oidc-username-prefix': 'corp:',
        '--oidc-groups-claim': 'teams',
        '--oidc-groups-prefix': 'corp-',
      },
    }),
    listedClaims: flagAuthenticator(host, 'listed', {
      flags: { '--oidc-required-claim': 'tier=gold,region=north' },
      claims,
    }),
    everyAlgorithm: flagAuthenticator(host, 'every', {
      flags: { '--oidc-signing-algs': asymmetricAlgorithms.join(',') },
    }),
    chosenAlgorithms: flagAuthenticator(host, 'chosen', {
      flags: { '--oidc-signing-algs': 'ES256,PS384', '--oidc-username-claim': 'email' },
      claims: { email: 'alice@example.org' },
      mintOptions: { algorithm: 'ES256' },
    }),
  }
}
