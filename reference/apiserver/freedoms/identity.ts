/** What the documents leave open about the flags about who is asking. */
export const identityFreedoms = {
  'credentials-refused-with-403': 'whoever is not authenticated is answered 403',
  'oidc-flags-need-issuer': 'any --oidc-* flag needs --oidc-issuer-url',
  'system-authenticated-group-added': 'every authenticated user is in system:authenticated',
} as const
