import { flag } from '../../flags/flag.ts'

/** Signature algorithms that `--oidc-signing-algs` accepts. */
export const signingAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'ES256',
  'ES384',
  'ES512',
  'PS256',
  'PS384',
  'PS512',
] as const

/** Flags for authentication. */
export const identityFlags = [
  flag('anonymous-auth', 'bool', 'lets requests without credentials in as system:anonymous', {
    default: 'true',
  }),
  flag('api-audiences', 'strings', 'names of this API in service-account tokens'),
  flag('authentication-config', 'string', 'file that configures JWT and anonymous authentication'),
  flag('authentication-token-webhook-cache-ttl', 'duration', 'how long answers are kept', {
    default: '2m0s',
  }),
  flag('authentication-token-webhook-config-file', 'string', 'client configuration of the token webhook'),
  flag('authentication-token-webhook-version', 'string', 'version of the TokenReview sent', {
    default: 'v1beta1',
  }),
  flag('client-ca-file', 'string', 'CAs whose client certificates name the user'),
  flag('enable-bootstrap-token-auth', 'bool', 'lets bootstrap token secrets authenticate'),
  flag('oidc-ca-file', 'string', 'CAs of the identity provider'),
  flag('oidc-client-id', 'string', 'audience that ID tokens must have'),
  flag('oidc-groups-claim', 'string', 'claim with the groups'),
  flag('oidc-groups-prefix', 'string', 'put before each group'),
  flag('oidc-issuer-url', 'string', 'identity provider, an https URL'),
  flag('oidc-required-claim', 'pairs', 'claims and the values they must have'),
  flag('oidc-signing-algs', 'strings', 'signature algorithms taken', {
    default: 'RS256',
    oneOf: signingAlgorithms,
  }),
  flag('oidc-username-claim', 'string', 'claim with the user name', { default: 'sub' }),
  flag('oidc-username-prefix', 'string', 'put before the user name; a dash means nothing'),
  flag('requestheader-allowed-names', 'strings', 'common names that may speak for users'),
  flag('requestheader-client-ca-file', 'string', 'CAs of proxies that speak for users'),
  flag('requestheader-extra-headers-prefix', 'strings', 'prefixes of headers with extra attributes', {
    advice: 'usually X-Remote-Extra-',
  }),
  flag('requestheader-group-headers', 'strings', 'headers with groups', { advice: 'usually X-Remote-Group' }),
  flag('requestheader-uid-headers', 'strings', 'headers with the UID', { advice: 'usually X-Remote-Uid' }),
  flag('requestheader-username-headers', 'strings', 'headers with the user name', {
    advice: 'usually X-Remote-User',
  }),
  flag('service-account-extend-token-expiration', 'bool', 'lengthens injected tokens', { default: 'true' }),
  flag('service-account-issuer', 'strings', 'issuer of service-account tokens', {
    advice: 'best an https URL',
  }),
  flag('service-account-jwks-uri', 'string', 'key-set address in the discovery document'),
  flag('service-account-key-file', 'strings', 'keys that verify service-account tokens'),
  flag('service-account-lookup', 'bool', 'asks storage whether a token still exists', { default: 'true' }),
  flag('service-account-max-token-expiration', 'duration', 'longest life of a token'),
  flag('service-account-signing-endpoint', 'string', 'socket of a signer outside'),
  flag('service-account-signing-key-file', 'string', 'key that signs service-account tokens'),
  flag('token-auth-file', 'string', 'file of static tokens'),
]

/** Flags for an identity provider. */
export const oidcFlags = identityFlags.map(({ name }) => name).filter(isOfProvider)

function isOfProvider<Name extends string>(name: Name): name is Extract<Name, `oidc-${string}`> {
  return name.startsWith('oidc-')
}
