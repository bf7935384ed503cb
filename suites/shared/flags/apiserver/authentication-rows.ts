import type { FlagRow } from '../row/flag-row.ts'
import { wrongValues } from '../row/wrong-values.ts'

const bool = { type: 'bool', mistyped: { ...wrongValues.bool, 'a number': '2' } } as const

/** Flags of anonymous requests, authenticator files, and an OIDC issuer. */
export const issuerRows: readonly FlagRow[] = [
  {
    flag: '--anonymous-auth',
    type: 'bool',
    default: 'true',
    mistyped: { 'a word that is no bool': 'maybe', 'a number that is no bool': '2' },
  },
  { flag: '--authentication-config', type: 'string' },
  { flag: '--oidc-ca-file', type: 'string' },
  { flag: '--oidc-client-id', type: 'string' },
  { flag: '--oidc-groups-claim', type: 'string' },
  { flag: '--oidc-groups-prefix', type: 'string' },
  { flag: '--oidc-issuer-url', type: 'string' },
  { flag: '--oidc-required-claim', type: 'pairs', mistyped: { 'an entry without an equals sign': 'tier' } },
  { flag: '--oidc-signing-algs', type: 'strings', default: 'RS256' },
  { flag: '--oidc-username-claim', type: 'string', default: 'sub' },
  { flag: '--oidc-username-prefix', type: 'string' },
]

/** Flags of other authenticators. */
export const authenticatorRows: readonly FlagRow[] = [
  { flag: '--api-audiences', type: 'strings' },
  { flag: '--authentication-token-webhook-cache-ttl', type: 'duration', default: '2m0s', legal: '1m' },
  { flag: '--authentication-token-webhook-config-file', type: 'string' },
  { flag: '--authentication-token-webhook-version', type: 'string', default: 'v1beta1' },
  { flag: '--client-ca-file', type: 'string' },
  { flag: '--enable-bootstrap-token-auth', ...bool, legal: true },
  { flag: '--requestheader-allowed-names', type: 'strings' },
  { flag: '--requestheader-client-ca-file', type: 'string' },
  { flag: '--requestheader-extra-headers-prefix', type: 'strings' },
  { flag: '--requestheader-group-headers', type: 'strings' },
  { flag: '--requestheader-uid-headers', type: 'strings' },
  { flag: '--requestheader-username-headers', type: 'strings' },
  { flag: '--service-account-extend-token-expiration', ...bool, default: 'true', legal: false },
  { flag: '--service-account-issuer', type: 'strings' },
  { flag: '--service-account-jwks-uri', type: 'string' },
  { flag: '--service-account-key-file', type: 'strings' },
  { flag: '--service-account-lookup', ...bool, default: 'true', legal: true },
  { flag: '--service-account-max-token-expiration', type: 'duration', legal: '2h' },
  { flag: '--service-account-signing-endpoint', type: 'string' },
  { flag: '--service-account-signing-key-file', type: 'string' },
  { flag: '--token-auth-file', type: 'string' },
]
