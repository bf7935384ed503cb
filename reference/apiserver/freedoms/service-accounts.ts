/** What the documents leave open about tokens of service accounts. */
export const serviceAccountsFreedoms = {
  'api-audience-defaults-to-first-issuer': 'without --api-audiences only the first issuer is an audience',
  'discovery-for-https-issuers-only': 'an http issuer of service accounts has no discovery',
  'short-lived-tokens-issued': 'tokens of service accounts may live less than ten minutes',
  'short-maximum-refused': 'a maximum token expiration below an hour is refused',
} as const
