/** What the documents leave open about claims and what is made of them. */
export const mappingsFreedoms = {
  'credential-id-in-extra': 'the id of a token becomes an extra attribute',
  'distributed-claims-not-followed': 'a claim that a token only refers to counts as missing',
  'empty-groups-dropped': 'empty strings in a list of groups are dropped',
  'empty-username-refused': 'an empty user name is no user name',
  'groups-sorted': 'groups come in alphabetical order',
  'uid-claim-may-be-missing': 'a token without the claim of the uid gives an empty uid',
} as const
