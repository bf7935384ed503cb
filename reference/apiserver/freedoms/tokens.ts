/** What the documents leave open about judging tokens: issuer, keys, audience, times. */
export const tokensFreedoms = {
  'aud-string-refused': 'a token whose aud is a string instead of a list is refused',
  'claims-checked-before-signature': 'audience and times are checked before keys are fetched',
  'discovery-fetched-twice': 'the discovery document is fetched twice',
  'discovery-not-retried': 'an issuer that is down at the start stays unknown',
  'discovery-slash-doubled': 'an issuer URL that ends in a slash is asked with two slashes',
  'exp-leeway': 'a token is taken for five minutes after exp',
  'jwt-before-other-tokens': 'JWT authenticators are asked before the token file',
  'keys-fetched-eagerly': 'keys are fetched right after discovery',
  'keys-fetched-once': 'keys are never fetched again',
  'keys-fetched-per-token': 'keys are fetched again for every token',
  'not-before-ignored': 'the claim nbf does not matter',
} as const
