/** What the documents leave open about what an AuthorizationConfiguration may say. */
export const authorizationFileFreedoms = {
  'authorizers-of-unknown-type-accepted': 'an authorizer of an unknown type has no opinion',
  'authorizer-names-may-repeat': 'two authorizers may have the same name',
  'zero-ttl-refused': 'a cache time of 0 in the authorization file is refused',
} as const
