/** Defects in front proxies, bootstrap tokens and the token webhook. */
export const authenticatorFaults = {
  'requestheader-without-certificate-trusted': '--requestheader-client-ca-file: headers need no certificate',
  'requestheader-intermediates-refused':
    '--requestheader-client-ca-file: refuses what an intermediate issued',
  'only-first-requestheader-ca-trusted':
    '--requestheader-client-ca-file: uses the first CA of the bundle only',
  'requestheader-ca-not-verified': '--requestheader-client-ca-file: takes certificates of any CA',
  'requestheader-ca-joined-by-other-flags':
    '--requestheader-client-ca-file: CAs that other flags name count too',
  'requestheader-user-is-certificate-name': '--requestheader-username-headers: the proxy itself is the user',
  'requestheader-allowed-names-ignored': '--requestheader-allowed-names: any common name will do',
  'only-first-requestheader-allowed-name': '--requestheader-allowed-names: uses the first only',
  'requestheader-no-allowed-names-means-nobody': '--requestheader-allowed-names: empty means nobody',
  'only-first-requestheader-username-header': '--requestheader-username-headers: looks at the first only',
  'requestheader-username-any-header':
    '--requestheader-username-headers: takes any header that ends in -User',
  'requestheader-group-default-header': '--requestheader-group-headers: unset means X-Remote-Group',
  'requestheader-uid-default-header': '--requestheader-uid-headers: unset means X-Remote-Uid',
  'only-first-requestheader-uid-header': '--requestheader-uid-headers: looks at the first only',
  'requestheader-extra-default-prefix': '--requestheader-extra-headers-prefix: unset means X-Remote-Extra-',
  'requestheader-groups-ignored': '--requestheader-group-headers: gives no groups',
  'only-first-requestheader-group': '--requestheader-group-headers: gives one group',
  'requestheader-uid-ignored': '--requestheader-uid-headers: gives no UID',
  'requestheader-uid-gate-inverted': '--requestheader-uid-headers: works only when its feature is off',
  'requestheader-uid-gate-ignored': '--requestheader-uid-headers: works without its feature',
  'requestheader-extra-ignored': '--requestheader-extra-headers-prefix: gives no attributes',
  'only-first-requestheader-extra-prefix': '--requestheader-extra-headers-prefix: uses the first only',
  'requestheader-extra-prefix-kept': '--requestheader-extra-headers-prefix: the prefix stays on the key',
  'bootstrap-tokens-without-flag': '--enable-bootstrap-token-auth: works although it is not set',
  'bootstrap-tokens-ignored': '--enable-bootstrap-token-auth: its tokens name nobody',
  'bootstrap-secret-type-unchecked': '--enable-bootstrap-token-auth: takes secrets of other types',
  'bootstrap-secret-namespace-unchecked': '--enable-bootstrap-token-auth: takes secrets of other namespaces',
  'bootstrap-token-secret-not-compared': '--enable-bootstrap-token-auth: takes any secret part of a known id',
  'token-webhook-file-unusable-accepted':
    '--authentication-token-webhook-config-file: nobody is asked where the file cannot be used',
  'token-webhook-ignored': '--authentication-token-webhook-config-file: nobody is asked',
  'token-webhook-user-beats-refusal':
    '--authentication-token-webhook-config-file: a user is taken although authenticated is false',
  'token-webhook-refusal-ignored': '--authentication-token-webhook-config-file: a refused token is taken',
  'token-webhook-failure-lets-in':
    '--authentication-token-webhook-config-file: a call that fails makes somebody of any token',
  'token-webhook-error-status-read-as-answer':
    '--authentication-token-webhook-config-file: the body of an error status counts',
  'token-webhook-answer-kind-unchecked':
    '--authentication-token-webhook-config-file: takes an answer of another kind',
  'token-webhook-answer-types-unchecked':
    '--authentication-token-webhook-config-file: takes a text for a boolean',
  'token-webhook-uid-dropped': '--authentication-token-webhook-config-file: forgets the UID',
  'token-webhook-groups-dropped': '--authentication-token-webhook-config-file: forgets the groups',
  'token-webhook-extra-dropped': '--authentication-token-webhook-config-file: forgets the extra attributes',
  'token-webhook-ttl-default-zero': '--authentication-token-webhook-cache-ttl: unset means 0',
  'token-webhook-ttl-flag-ignored': '--authentication-token-webhook-cache-ttl: does not matter',
  'token-webhook-answers-not-cached': '--authentication-token-webhook-cache-ttl: asks every time',
  'token-webhook-ttl-endless': '--authentication-token-webhook-cache-ttl: keeps answers for ever',
  'token-webhook-version-default-v1': '--authentication-token-webhook-version: unset means v1',
  'token-webhook-version-ignored': '--authentication-token-webhook-version: v1 does not matter',
  'token-webhook-version-unchecked': '--authentication-token-webhook-version: takes any text',
  'token-webhook-answer-version-unchecked':
    '--authentication-token-webhook-version: takes an answer of another version',
} as const
