import type { Constraint } from '#kit/tables.ts'
import { constraintsOf, inSection, rowsOfOwner } from '../../between.ts'

const apiServerFlags = inSection(3, 'API server flags')
const endpoints = inSection(1, 'Endpoints')
const egressSelectorConfiguration = inSection(1, 'EgressSelectorConfiguration (v1alpha1)')
const { excludes, governs, replaces, ignoredWithout, fits, requires, defaultsTo } = constraintsOf(
  1,
  'AuthenticationConfiguration',
)

/** Constraints on the authenticators in the file and on anonymous requests. */
export const authentication: readonly Constraint[] = [
  excludes('jwt', 'url')
    .says('Two authenticators with one issuer URL are invalid, so that at most one of them verifies a token.')
    .by('authn.jwt.only-one-entry-validates', 'authn.file.issuer-url-unique'),
  governs('jwt', 'issuer')
    .says('The authenticators are tried in the order of the list.')
    .by('authn.jwt.list-order'),
  excludes('anonymous', apiServerFlags('--anonymous-auth'))
    .says('The flag is not set if the file configures anonymous requests, whatever the two values are.')
    .by('authn.anonymous.excludes-flag', 'flag.authentication-config.excludes-anonymous-auth'),
  replaces('anonymous', apiServerFlags('--anonymous-auth'))
    .says('A file without this member leaves the decision to the flag.')
    .by('flag.anonymous-auth.beside-file'),
  ignoredWithout('conditions', 'enabled')
    .says('If anonymous requests are disabled, the effect of conditions is open.')
    .by('authn.file.open-conditions'),
  governs('conditions', 'enabled')
    .says('Conditions restrict anonymous requests to the listed paths, and other users are not concerned.')
    .by('authn.anonymous.conditions'),
  fits('url', endpoints('issuer.url / issuer.discoveryURL'))
    .says('The URL, the iss claim and the issuer of the discovery document are one string.')
    .by('authn.jwt.iss-equals-issuer-url', 'authn.jwt.discovery-issuer-equals-issuer-url'),
  replaces('discoveryURL', 'url')
    .says('The discovery document is read from exactly this location, and no path is added.')
    .by('authn.jwt.discovery-url-replaces-location'),
  excludes('discoveryURL', 'url')
    .says('It differs from the issuer URL, and no two authenticators share it.')
    .by('authn.file.discovery-url-differs', 'authn.file.discovery-url-unique'),
  fits('discoveryURL', 'url')
    .says('A document at this location names the issuer URL.')
    .by('authn.jwt.discovery-url-document-names-issuer-url'),
  ignoredWithout(['url', 'discoveryURL'], 'egressSelectorType')
    .says('Without a type, requests to the issuer go directly, even if an egress selection exists.')
    .by('authn.jwt.no-egress-without-selector-type'),
  governs('egressSelectorType', ['url', 'discoveryURL'])
    .says('The selection carries discovery, keys and distributed claims, and nothing goes around it.')
    .by(
      'egress.issuer.discovery',
      'egress.issuer.keys',
      'egress.issuer.distributed-claims',
      'egress.issuer.no-way-around',
    ),
  fits('egressSelectorType', egressSelectorConfiguration('EgressSelection.name'))
    .says('The value controlplane also selects a selection that has the deprecated name.')
    .by('generated.egress.traffic', 'egress.uds.carries'),
  excludes('egressSelectorType', egressSelectorConfiguration('EgressSelection.name'))
    .says('The names of the selections master and etcd are no types of an issuer.')
    .by('authn.file.egress-selector-type'),
  requires('egressSelectorType', egressSelectorConfiguration('EgressSelection.name'))
    .says('Whether a type is valid without a selection of its name is open.')
    .by('authn.file.open-egress-selection-missing', 'egress.issuer.missing-selection'),
  governs('certificateAuthority', 'url')
    .says('The connection is verified with these certificates, and without them with those of the system.')
    .by(
      'authn.jwt.certificate-authority-verifies-issuer',
      'authn.jwt.system-verifier-without-certificate-authority',
    ),
  governs('certificateAuthority', 'url')
    .says('The certificates of one issuer verify no other peer, and those of other peers not this issuer.')
    .by('authn.jwt.certificate-authority-of-no-other-peer'),
  fits('audiences', 'jwt')
    .says('One of the audiences is in the aud claim.')
    .by('authn.jwt.one-audience-matches'),
  requires('audiences', 'audienceMatchPolicy')
    .says('Whether several audiences need a policy is open.')
    .by('authn.file.open-audiences', 'authn.file.open-audience-match-policy'),
  fits('url', apiServerFlags('--oidc-issuer-url'))
    .says('The field has the effect of the flag.')
    .by('authn.file.legacy-issuer'),
  fits('certificateAuthority', apiServerFlags('--oidc-ca-file'))
    .says('The field holds what the file of the flag holds.')
    .by('authn.file.legacy-ca-file'),
  fits('audiences', apiServerFlags('--oidc-client-id'))
    .says('A list with one entry has the effect of the flag.')
    .by('authn.file.legacy-audience'),
  excludes('claim', rowsOfOwner('ClaimValidationRule', 'expression', 'message'))
    .says('A rule that names a claim has neither an expression nor a message.')
    .by('authn.file.claim-rule-claim-exclusive'),
  excludes('requiredValue', rowsOfOwner('ClaimValidationRule', 'expression'))
    .says('A required value and an expression are invalid together.')
    .by('authn.file.claim-rule-value-exclusive'),
  excludes('requiredValue', rowsOfOwner('ClaimValidationRule', 'message'))
    .says('A required value and a message are invalid together.')
    .by('authn.file.claim-rule-value-exclusive'),
  defaultsTo('requiredValue', 'claim')
    .says('Without a required value, the claim is present and an empty string.')
    .by('authn.jwt.unset-required-value-is-empty'),
  fits('claim', apiServerFlags('--oidc-required-claim'))
    .says('Claim and value have the effect of the flag.')
    .by('authn.file.legacy-required-claim'),
  governs(rowsOfOwner('ClaimValidationRule', 'message'), rowsOfOwner('ClaimValidationRule', 'expression'))
    .says('The message belongs to the rule that is false.')
    .by('authn.jwt.claim-rule-message'),
  governs(rowsOfOwner('UserValidationRule', 'message'), rowsOfOwner('UserValidationRule', 'expression'))
    .says('The message belongs to the rule that is false.')
    .by('authn.jwt.user-rule-message'),
  requires('username', ['claimValidationRules', 'extra'])
    .says(
      'An expression that reads claims.email needs claims.email_verified in the username, in an extra mapping or in a claim rule.',
    )
    .by('authn.file.email-verified-used', 'authn.jwt.email-verified-in-other-places'),
  governs('username', ['PrefixedClaimOrExpression.claim', 'PrefixedClaimOrExpression.expression'])
    .says(
      'The claim email as user name is verified by the automatic check, which equals the documented expression.',
    )
    .by('authn.jwt.email-claim-needs-verification', 'authn.jwt.email-check-equals-expression'),
  requires('PrefixedClaimOrExpression.claim', 'PrefixedClaimOrExpression.prefix')
    .says('A claim needs a prefix, which may be empty.')
    .by('authn.file.username-explicit', 'authn.file.groups-prefix-explicit'),
  excludes(
    ['PrefixedClaimOrExpression.claim', 'PrefixedClaimOrExpression.prefix'],
    'PrefixedClaimOrExpression.expression',
  )
    .says('Claim and prefix are invalid with an expression.')
    .by('authn.file.prefixed-claim-exclusive'),
  excludes('ClaimOrExpression.claim', 'ClaimOrExpression.expression')
    .says('A uid has a claim or an expression, and exactly one of them.')
    .by('authn.file.uid-exactly-one'),
  fits('username', apiServerFlags('--oidc-username-claim', '--oidc-username-prefix'))
    .says('Each combination of the two flags has the stated claim and prefix as its equivalent.')
    .by('authn.file.legacy-username'),
  governs('userValidationRules', 'claimMappings')
    .says('Rules about users see the user that the mappings make.')
    .by('authn.jwt.user-rules-see-final-user'),
  governs('claimValidationRules', ['claimMappings', 'userValidationRules'])
    .says(
      'A token passes the signature and standard claims, then rules about claims, mappings and rules about users.',
    )
    .by('authn.jwt.order-of-steps'),
]
