const keyed = ['aescbc', 'aesgcm', 'secretbox'] as const
type Keyed = (typeof keyed)[number]

/** Name of a defect that each provider with keys can have. */
type KeyedFault = `${Keyed}-${
  | 'later-key-length-unchecked'
  | 'key-too-short-accepted'
  | 'key-too-long-accepted'
  | 'key-between-16-and-24-accepted'
  | 'key-between-24-and-32-accepted'
  | 'key-of-32-bytes-refused'}`

const perProvider = Object.fromEntries(
  keyed.flatMap((name) => [
    [`${name}-later-key-length-unchecked`, `${name}.keys: later keys may have any length`],
    [`${name}-key-too-short-accepted`, `${name}: takes a key of less than 16 bytes`],
    [`${name}-key-too-long-accepted`, `${name}: takes a key of more than 32 bytes`],
    [`${name}-key-between-16-and-24-accepted`, `${name}: takes a key of 17 to 23 bytes`],
    [`${name}-key-between-24-and-32-accepted`, `${name}: takes a key of 25 to 31 bytes`],
    [`${name}-key-of-32-bytes-refused`, `${name}: refuses a key of 32 bytes`],
  ]),
) as Readonly<Record<KeyedFault, string>>

/** Defects in the contents of an EncryptionConfiguration. */
export const encryptionFileFaults = {
  'key-secret-url-alphabet-accepted': 'Key.secret: may be in the alphabet for URLs',
  'key-secret-unpadded-accepted': 'Key.secret: may lack its padding',
  'resource-with-group-refused': 'ResourceConfiguration.resources: refuses resource.group',
  'wildcard-for-all-refused': 'ResourceConfiguration.resources: refuses *.*',
  'wildcard-for-core-refused': 'ResourceConfiguration.resources: refuses *.',
  'wildcard-for-group-refused': 'ResourceConfiguration.resources: refuses *.<group>',
  'same-wildcard-in-list-accepted': 'ResourceConfiguration.resources: a wildcard may stand twice in one list',
  'same-wildcard-between-entries-accepted':
    'ResourceConfiguration.resources: two entries may have the same wildcard',
  'all-and-core-wildcard-in-list-accepted':
    'ResourceConfiguration.resources: *.* and *. may stand in one list',
  'all-and-core-wildcard-between-entries-accepted':
    'ResourceConfiguration.resources: *.* and *. may stand in two entries',
  'all-and-group-wildcard-in-list-accepted':
    'ResourceConfiguration.resources: *.* and *.<group> may stand in one list',
  'all-and-group-wildcard-between-entries-accepted':
    'ResourceConfiguration.resources: *.* and *.<group> may stand in two entries',
  'overlap-between-distant-entries-accepted':
    'ResourceConfiguration.resources: overlap is seen between neighbouring entries only',
  'disjoint-wildcards-in-list-refused':
    'ResourceConfiguration.resources: refuses two disjoint wildcards in one list',
  'disjoint-wildcards-between-entries-refused':
    'ResourceConfiguration.resources: refuses disjoint wildcards in two entries',
  'name-before-wildcard-refused':
    'ResourceConfiguration.resources: refuses a name in an entry before a wildcard that covers it',
  'provider-without-member-accepted': 'ProviderConfiguration: an entry may have no member',
  'provider-with-two-members-accepted': 'ProviderConfiguration: an entry may have two members',
  'provider-aesgcm-refused': 'ProviderConfiguration: refuses aesgcm',
  'provider-aescbc-refused': 'ProviderConfiguration: refuses aescbc',
  'provider-secretbox-refused': 'ProviderConfiguration: refuses secretbox',
  'provider-identity-refused': 'ProviderConfiguration: refuses identity',
  'provider-kms-refused': 'ProviderConfiguration: refuses kms',
  'key-secret-not-base64-accepted': 'Key.secret: need not be base64',
  'aescbc-key-of-16-bytes-accepted': 'aescbc: takes a key of 16 bytes',
  'aescbc-key-of-24-bytes-accepted': 'aescbc: takes a key of 24 bytes',
  'secretbox-key-of-16-bytes-accepted': 'secretbox: takes a key of 16 bytes',
  'secretbox-key-of-24-bytes-accepted': 'secretbox: takes a key of 24 bytes',
  'aesgcm-key-of-16-bytes-refused': 'aesgcm: refuses a key of 16 bytes',
  'aesgcm-key-of-24-bytes-refused': 'aesgcm: refuses a key of 24 bytes',
  'kms-cachesize-with-v2-accepted': 'KMSConfiguration.cachesize: may stand beside version 2',
  'kms-cachesize-refused': 'KMSConfiguration.cachesize: refuses a number',
  'kms-negative-cachesize-refused': 'KMSConfiguration.cachesize: refuses a negative number',
  ...perProvider,
} as const
