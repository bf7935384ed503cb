/** Defects in tokens of service accounts. */
export const serviceAccountFaults = {
  'expired-service-account-tokens-accepted':
    '--service-account-max-token-expiration: tokens are accepted after their end',
  'api-audiences-not-compared': '--api-audiences: tokens for others are taken',
  'only-first-api-audience-compared': '--api-audiences: compares the first only',
  'all-api-audiences-required': '--api-audiences: a token must be for all of them',
  'api-audiences-issuer-always-accepted': '--api-audiences: tokens for the issuer are taken too',
  'api-audiences-not-defaulted': '--api-audiences: unset means none although there is an issuer',
  'list-flag-comma-not-split': '--service-account-issuer: a comma list is one issuer',
  'last-service-account-issuer-issues': '--service-account-issuer: the last one issues',
  'only-first-two-service-account-issuers-accepted':
    '--service-account-issuer: tokens of a third issuer are accepted from nobody',
  'only-first-service-account-issuer-accepted':
    '--service-account-issuer: tokens of the first only are taken',
  'any-service-account-issuer-accepted': '--service-account-issuer: tokens of any issuer are taken',
  'issuer-without-url-refused': '--service-account-issuer: refuses what is no URI',
  'discovery-for-issuer-without-url': '--service-account-issuer: discovery is on although it is no URI',
  'issuer-discovery-missing': '--service-account-issuer: discovery is off',
  'discovery-names-another-issuer': '--service-account-issuer: the discovery document names another',
  'key-set-shows-one-key': '--service-account-issuer: the key set has the first key only',
  'jwks-uri-flag-ignored': '--service-account-jwks-uri: does not matter',
  'service-account-signature-not-verified': '--service-account-key-file: any signature will do',
  'service-account-key-file-unparsed': '--service-account-key-file: a file without keys is ignored',
  'only-first-service-account-key-file-used': '--service-account-key-file: uses the first file only',
  'only-first-service-account-key-used': '--service-account-key-file: uses the first key only',
  'rsa-service-account-keys-ignored': '--service-account-key-file: RSA keys verify nothing',
  'serving-key-verifies-nothing': '--service-account-key-file: unset means no keys',
  'serving-key-verifies-beside-key-files': '--service-account-key-file: the serving key verifies too',
  'key-file-beside-signing-key-refused': '--service-account-key-file: refused beside a signing key',
  'service-account-key-file-not-required': '--service-account-key-file: may be left out beside a signing key',
  'service-account-lookup-default-off': '--service-account-lookup: unset means off',
  'service-account-lookup-true-ignored': '--service-account-lookup: true does not matter',
  'service-account-lookup-false-ignored': '--service-account-lookup: false does not matter',
  'service-account-keys-joined-by-issuers':
    '--service-account-key-file: the keys of OpenID providers verify tokens of service accounts too',
  'tokens-in-secrets-refused': '--service-account-lookup: tokens that are kept in secrets name nobody',
  'secret-of-token-not-looked-up': '--service-account-lookup: a token outlives the secret that it is kept in',
  'token-in-secret-not-compared':
    '--service-account-lookup: a secret may hold another token than the one that names it',
  'bound-object-not-looked-up': '--service-account-lookup: what a token is bound to may be gone',
  'lookup-takes-namesakes': '--service-account-lookup: a later object of the same name will do',
  'max-token-expiration-default-an-hour': '--service-account-max-token-expiration: unset means an hour',
  'max-token-expiration-ignored': '--service-account-max-token-expiration: does not matter',
  'long-token-requests-refused': '--service-account-max-token-expiration: longer requests are refused',
  'maximum-used-for-every-token': '--service-account-max-token-expiration: shorter requests get it too',
  'token-extension-default-off': '--service-account-extend-token-expiration: unset means off',
  'token-extension-false-ignored': '--service-account-extend-token-expiration: false does not matter',
  'token-extension-without-effect': '--service-account-extend-token-expiration: extends nothing',
  'token-extension-limited-by-maximum':
    '--service-account-extend-token-expiration: obeys --service-account-max-token-expiration',
  'any-pod-token-extended': '--service-account-extend-token-expiration: extends every token of a pod',
  'tokens-without-pod-extended': '--service-account-extend-token-expiration: extends tokens of no pod too',
  'signing-key-beside-signing-endpoint-accepted':
    '--service-account-signing-endpoint: may stand beside the signing key file',
  'key-file-beside-signing-endpoint-accepted':
    '--service-account-signing-endpoint: may stand beside the key file',
  'signing-endpoint-alone-refused': '--service-account-signing-endpoint: needs a key file',
  'external-signer-not-used': '--service-account-signing-endpoint: the serving key signs',
  'signing-endpoint-gate-ignored': '--service-account-signing-endpoint: works without its feature gate',
  'external-keys-not-fetched-for-new-key':
    '--service-account-signing-endpoint: a key that is not known yet is not asked for',
  'service-account-signing-key-file-unparsed':
    '--service-account-signing-key-file: a file without a key is ignored',
  'tokens-signed-with-serving-key': '--service-account-signing-key-file: signs with the serving key',
  'external-signer-without-discovery': '--service-account-signing-endpoint: the issuer is described nowhere',
  'external-keys-not-published': '--service-account-signing-endpoint: the key set is empty',
  'rsa-signing-key-ignored':
    '--service-account-signing-key-file: in place of an RSA key the serving key signs',
} as const
