/** What the documents leave open about what an EncryptionConfiguration may say. */
export const encryptionFileFreedoms = {
  'covered-resource-names-accepted': 'a name may stand twice, and beside or behind a wildcard that covers it',
  'kms-cachesize-zero-accepted': 'a cache size of 0 keeps nothing',
  'reload-without-file-accepted': 'automatic reload may be asked for without a file',
} as const
