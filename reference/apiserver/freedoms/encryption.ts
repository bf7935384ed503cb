/** What the documents leave open about encryption at rest. */
export const encryptionFreedoms = {
  'kms-key-change-unnoticed': 'a plugin of version 2 that changes its key is not asked to encrypt anew',
  'last-key-writes': 'of the keys of a provider the last one writes',
} as const
