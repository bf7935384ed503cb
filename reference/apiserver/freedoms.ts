/** Legal variations of the API server: whatever the documents leave open. */
export const apiServerFreedoms = {
  'aud-string-refused': 'a token whose aud is a string instead of a list is refused',
  'claims-checked-before-signature': 'audience and times are checked before keys are fetched',
  'credential-id-in-extra': 'the id of a token becomes an extra attribute',
  'discovery-fetched-twice': 'the discovery document is fetched twice',
  'discovery-slash-doubled': 'an issuer URL that ends in a slash is asked with two slashes',
  'discovery-url-compared-without-slash': 'a discovery URL that differs from url by a slash only is refused',
  'dynamic-rules-refused': 'rules whose type only running tells are refused at start',
  'empty-groups-dropped': 'empty strings in a list of groups are dropped',
  'empty-username-refused': 'an empty user name is no user name',
  'file-algorithms-fewer': 'the file accepts RS256 and ES256 only',
  'further-response-headers': 'responses have headers that nobody asked for',
  'groups-sorted': 'groups come in alphabetical order',
  'help-on-one-line-each': 'the help has one line per flag, with the default in brackets',
  'jwt-before-other-tokens': 'JWT authenticators are asked before the token file',
  'keys-fetched-eagerly': 'keys are fetched right after discovery',
  'keys-fetched-per-token': 'keys are fetched again for every token',
  'mapping-types-checked-per-token': 'the type of a mapping expression is checked when it runs',
  'mappings-before-claim-rules': 'claims are mapped before claim rules are applied',
  'match-policy-required-for-several-audiences': 'several audiences need an audienceMatchPolicy',
  'not-before-ignored': 'the claim nbf does not matter',
  'oidc-flags-need-issuer': 'any --oidc-* flag needs --oidc-issuer-url',
  'problems-last-first': 'problems of a file are told in reverse order',
  'refusals-exit-with-3': 'a refused start ends with exit code 3',
  'refusals-without-reason': 'a refused start says only that it is refused',
  'reserved-extra-domains-refused': 'extra keys of the domain orch.io are refused',
  'slow-start': 'starts 300 ms later',
  'status-texts-differ': 'failures are described in other words',
  'system-authenticated-group-added': 'every authenticated user is in system:authenticated',
} as const

/** The name of a legal variation of the API server. */
export type Freedom = keyof typeof apiServerFreedoms
