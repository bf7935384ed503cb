import type { Constraint } from '#kit/tables.ts'
import { constraintsOf, inSection } from '../../between.ts'

const authentication = inSection(3, 'Authentication')
const endpoints = inSection(3, 'Endpoints')
const { governs, defaultsTo, requires, excludes, ignoredWithout, fits, replaces } = constraintsOf(
  3,
  'API server flags',
)

/** Constraints on the identity and the permissions of callers. */
export const access: readonly Constraint[] = [
  governs('--anonymous-auth', authentication('API server authenticators'))
    .says('A request is anonymous only if no other authenticator rejects it.')
    .by('flag.anonymous-auth.rejected-credentials'),
  defaultsTo('--api-audiences', '--service-account-issuer')
    .says('Without audiences, the issuer is the audience.')
    .by('flag.api-audiences.bound'),
  requires('--authentication-config', '--feature-gates')
    .says('The flag needs its feature gate.')
    .by('flag.authentication-config.gate'),
  excludes('--authentication-config', [
    '--oidc-issuer-url',
    '--oidc-client-id',
    '--oidc-ca-file',
    '--oidc-groups-claim',
    '--oidc-groups-prefix',
    '--oidc-required-claim',
    '--oidc-signing-algs',
    '--oidc-username-claim',
    '--oidc-username-prefix',
  ])
    .says(
      'A file with JWT authenticators excludes each flag about OIDC, and a file with anonymous requests alone does not.',
    )
    .by('flag.authentication-config.excludes-oidc', 'flag.authentication-config.oidc-beside-anonymous'),
  requires('--authorization-config', '--feature-gates')
    .says('The flag needs its feature gate.')
    .by('flag.authorization-config.gate'),
  excludes('--authorization-config', [
    '--authorization-mode',
    '--authorization-webhook-config-file',
    '--authorization-webhook-version',
    '--authorization-webhook-cache-authorized-ttl',
    '--authorization-webhook-cache-unauthorized-ttl',
  ])
    .says('The file excludes modes and each flag about the webhook, and not the policy file.')
    .by('flag.authorization-config.exclusive', 'flag.authorization-config.beside-policy-file'),
  defaultsTo('--authorization-mode', '--authorization-config')
    .says('Without modes and without a file, every request is allowed.')
    .by('flag.authorization-mode.default'),
  governs('--authorization-mode', ['--authorization-policy-file', '--authorization-webhook-config-file'])
    .says('The modes decide in the order of the list.')
    .by(
      'flag.authorization-mode.order',
      'flag.authorization-mode.always-allow',
      'flag.authorization-mode.always-deny',
    ),
  ignoredWithout(
    ['--authorization-policy-file', '--authorization-webhook-config-file'],
    '--authorization-mode',
  )
    .says('Each file is for its own mode, and its effect without it is open.')
    .by('flag.authorization-mode.odd-combinations'),
  fits('--authentication-token-webhook-version', '--authentication-token-webhook-config-file')
    .says('The webhook receives a review of this version, and its response has this version.')
    .by('flag.authentication-token-webhook-version.exchanged'),
  fits('--authorization-webhook-version', '--authorization-webhook-config-file')
    .says('The webhook receives a review of this version, and its response has this version.')
    .by('flag.authorization-webhook-version.exchanged'),
  governs('--token-auth-file', '--enable-bootstrap-token-auth')
    .says('Tokens of the file and bootstrap tokens are valid next to each other.')
    .by('flag.token-auth-file.beside-bootstrap-tokens'),
  requires('--enable-bootstrap-token-auth', authentication('API server authenticators'))
    .says('A token is a secret of the stated type in the stated namespace.')
    .by('flag.enable-bootstrap-token-auth.secrets'),
  excludes('--client-ca-file', '--requestheader-client-ca-file')
    .says('The CA certificates of one flag verify nothing for another flag.')
    .by('flag.client-ca-file.of-no-other-flag', 'flag.requestheader-client-ca-file.of-no-other-flag'),
  requires(
    [
      '--requestheader-username-headers',
      '--requestheader-group-headers',
      '--requestheader-extra-headers-prefix',
    ],
    '--requestheader-client-ca-file',
  )
    .says('Headers name a user only if the certificate is from this CA, and only the listed headers do.')
    .by(
      'flag.requestheader-client-ca-file.trust',
      'flag.requestheader-username-headers.names-user',
      'flag.requestheader-group-headers.name-groups',
      'flag.requestheader-extra-headers-prefix.gives-extra',
    ),
  governs('--requestheader-allowed-names', '--requestheader-client-ca-file')
    .says('An empty list permits any name of a certificate.')
    .by('flag.requestheader-allowed-names.limits'),
  requires('--requestheader-uid-headers', '--feature-gates')
    .says('The headers need their feature gate.')
    .by('flag.requestheader-uid-headers.gate'),
  fits('--proxy-client-cert-file', '--requestheader-client-ca-file')
    .says('The certificate is signed by this CA.')
    .unjudged(
      'Nothing outside shows which CA signed it: who receives the certificate has a CA of its own. Both flags are judged alone.',
    ),
  requires('--oidc-client-id', '--oidc-issuer-url')
    .says('An issuer needs a client ID.')
    .by('flag.oidc-client-id.required'),
  replaces('--oidc-ca-file', '--oidc-issuer-url')
    .says('The file verifies the issuer, and without it the roots of the host do.')
    .by('flag.oidc-ca-file.verifies'),
  defaultsTo('--oidc-username-prefix', '--oidc-issuer-url')
    .says('Without a prefix, a claim other than email has the issuer URL in front, and a dash is no prefix.')
    .by('flag.oidc-username-prefix.prefixes'),
  replaces('--service-account-extend-token-expiration', '--service-account-max-token-expiration')
    .says('Injected tokens are extended beyond the maximum, and with false they are not.')
    .by('flag.service-account-extend-token-expiration.extends'),
  governs('--service-account-issuer', '--service-account-issuer')
    .says('The first of several issuers issues tokens, and tokens of each are accepted.')
    .by('flag.service-account-issuer.asserted'),
  governs(
    '--service-account-issuer',
    endpoints('API server {service-account-issuer}/.well-known/openid-configuration'),
  )
    .says('An issuer that is no URI has no discovery.')
    .by('flag.service-account-issuer.no-uri'),
  replaces(
    '--service-account-jwks-uri',
    endpoints('API server {service-account-issuer}/.well-known/openid-configuration'),
  )
    .says('The discovery document names this URI for the keys.')
    .by('flag.service-account-jwks-uri.overrides'),
  defaultsTo('--service-account-key-file', '--tls-private-key-file')
    .says('Without key files, the serving key verifies tokens.')
    .by('flag.service-account-key-file.falls-back', 'flag.service-account-key-file.verifies'),
  requires('--service-account-signing-key-file', '--service-account-key-file')
    .says('A signing key needs key files.')
    .by('flag.service-account-key-file.required-with-signing-key'),
  excludes('--service-account-signing-endpoint', [
    '--service-account-signing-key-file',
    '--service-account-key-file',
  ])
    .says('The endpoint and the two kinds of key files are invalid together.')
    .by('flag.service-account-signing-endpoint.exclusive'),
  requires('--service-account-signing-endpoint', '--feature-gates')
    .says('The endpoint needs its feature gate.')
    .by('flag.service-account-signing-endpoint.gate'),
  governs('--service-account-lookup', '--service-account-key-file')
    .says('A token is valid only while the objects that it is bound to exist.')
    .by('flag.service-account-lookup.existence'),
]
