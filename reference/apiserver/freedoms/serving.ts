/** What the documents leave open about listening and TLS. */
export const servingFreedoms = {
  'sni-names-beside-patterns': 'names in a certificate count beside the patterns that are given for it',
} as const
