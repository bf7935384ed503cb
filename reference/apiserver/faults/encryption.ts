const keyed = ['aescbc', 'aesgcm', 'secretbox'] as const
type KeyedFault =
  `${(typeof keyed)[number]}-${'stores-plain' | 'stores-base64' | 'nonce-reused' | 'key-name-not-stored'}`

const perProvider = Object.fromEntries(
  keyed.flatMap((name) => [
    [`${name}-stores-plain`, `${name}: stores values as they are behind the key's name`],
    [`${name}-stores-base64`, `${name}: stores values in base64 behind the key's name`],
    [`${name}-nonce-reused`, `${name}: every value gets the same nonce`],
    [`${name}-key-name-not-stored`, `Key.name: ${name} does not record it with the data`],
  ]),
) as Readonly<Record<KeyedFault, string>>

/** Defects in storage with an EncryptionConfiguration. */
export const encryptionFaults = {
  'key-name-prefix-taken-for-key':
    'Key.name: data of a key whose name goes on after another’s is read by nobody',
  'wildcard-for-all-skips-namespaces': 'ResourceConfiguration.resources: *.* does not select namespaces',
  'encryption-config-ignored': '--encryption-provider-config: is checked, but nothing is encrypted',
  'encryption-reload-without-flag':
    '--encryption-provider-config-automatic-reload: changes are followed without the flag',
  'encryption-reload-ignored': '--encryption-provider-config-automatic-reload: changes are not followed',
  'encryption-reload-skips-custom-resources':
    '--encryption-provider-config-automatic-reload: changes are not followed for custom resources',
  'encryption-reload-skips-new-resources':
    '--encryption-provider-config-automatic-reload: resources that the first file lacks stay unencrypted',
  'encryption-reload-keeps-removed-resources':
    '--encryption-provider-config-automatic-reload: resources that a file no longer lists stay encrypted',
  'encryption-reload-plain-meanwhile':
    '--encryption-provider-config-automatic-reload: a second after a change nothing is encrypted',
  'encryption-reload-ends-at-invalid-file':
    '--encryption-provider-config-automatic-reload: after a file that is invalid nothing is read again',
  'encryption-reload-of-known-file-ignored':
    '--encryption-provider-config-automatic-reload: a file that says what one before it said is not read',
  'encryption-reload-only-once':
    '--encryption-provider-config-automatic-reload: only the first change is followed',
  'encryption-reload-misses-replaced-file':
    '--encryption-provider-config-automatic-reload: a file that was replaced by another is not seen',
  'encryption-reload-of-invalid-file-applied':
    '--encryption-provider-config-automatic-reload: an invalid file switches encryption off',
  'kms-plugins-told-apart-with-reload':
    '--encryption-provider-config-automatic-reload: health tells each plugin by itself',
  'last-provider-writes': 'ResourceConfiguration.providers: the last one writes',
  'only-first-provider-reads': 'ResourceConfiguration.providers: only the first one reads',
  'only-first-two-providers-read': 'ResourceConfiguration.providers: only the first two read',
  'only-first-key-reads': 'Key: only the first one of a list reads',
  'only-first-two-keys-read': 'Key: only the first two of a list read',
  'identity-later-in-list-reads-nothing': 'identity: does not read plain values behind another provider',
  'plain-read-without-identity': 'identity: plain values are read without it',
  'failed-encryption-stores-plain':
    'ResourceConfiguration.providers: what cannot be encrypted is stored as it is',
  'identity-stores-encoded': 'identity: stores values in base64',
  'identity-does-not-exempt': 'identity: first for a resource does not keep it from a later wildcard',
  'later-entry-takes-precedence':
    'ResourceConfiguration.resources: the last entry that selects a resource decides',
  'resource-name-selects-whole-group':
    'ResourceConfiguration.resources: resource.group selects the whole group',
  'resource-without-group-selects-every-group':
    'ResourceConfiguration.resources: a name without group selects it in every group',
  'resource-group-not-compared': 'ResourceConfiguration.resources: the group of a name does not matter',
  'resource-with-group-selects-nothing': 'ResourceConfiguration.resources: resource.group selects nothing',
  'custom-resource-name-selects-nothing':
    'ResourceConfiguration.resources: resource.group selects no custom resource',
  'wildcard-for-all-selects-core-only': 'ResourceConfiguration.resources: *.* selects the core group only',
  'wildcard-for-all-skips-core': 'ResourceConfiguration.resources: *.* leaves out the core group',
  'wildcard-for-all-skips-custom-resources':
    'ResourceConfiguration.resources: *.* leaves out custom resources',
  'wildcard-for-core-selects-nothing': 'ResourceConfiguration.resources: *. selects nothing',
  'wildcard-for-core-selects-other-groups': 'ResourceConfiguration.resources: *. selects other groups too',
  'wildcard-for-group-selects-nothing': 'ResourceConfiguration.resources: *.<group> selects nothing',
  'wildcard-for-group-selects-subgroups':
    'ResourceConfiguration.resources: *.<group> selects groups that end in it',
  'wildcard-for-group-selects-core': 'ResourceConfiguration.resources: *.<group> selects the core group too',
  'wildcard-for-group-selects-other-groups': 'ResourceConfiguration.resources: *.<group> selects every group',
  'kms-stores-plain': 'kms: stores values as they are beside the encrypted key',
  'kms-plugin-key-not-used': 'kms: seals with a key of its own, so that nobody needs the plugin',
  'kms-sends-whole-object': 'kms: the plugin is sent the object too',
  'kms-failed-decryption-read-as-empty': 'kms: a value whose key the plugin does not give back is empty',
  'kms-wrong-key-read-as-empty': 'kms: a value whose key the plugin gives back wrong is empty',
  'kms-data-of-older-keys-refused': 'kms: once the plugin has another key, values of older ones are not read',
  'kms-v2-spoken-as-v1': 'KMSConfiguration.apiVersion: version 2 is spoken as version 1',
  'kms-v1-spoken-as-v2': 'KMSConfiguration.apiVersion: version 1 is spoken as version 2',
  'kms-keys-never-cached': 'KMSConfiguration.cachesize: nothing is cached',
  'kms-cachesize-ignored': 'KMSConfiguration.cachesize: any number of secrets is cached',
  'kms-negative-cachesize-caches': 'KMSConfiguration.cachesize: a negative value does not disable caching',
  'kms-default-cachesize-halved': 'KMSConfiguration.cachesize: the default is 500',
  'kms-default-cachesize-doubled': 'KMSConfiguration.cachesize: by default more than 1000 secrets are cached',
  'kms-cache-shared-between-plugins':
    'KMSConfiguration.name: what one plugin decrypted is taken for the key of another',
  'dead-kms-plugin-stops-all': 'kms: nothing is stored or read while one plugin cannot be reached',
  'kms-timeout-ignored': 'KMSConfiguration.timeout: is always 3 seconds',
  'kms-timeout-halved': 'KMSConfiguration.timeout: calls end after half of it',
  'kms-default-timeout-halved': 'KMSConfiguration.timeout: the default is 1.5 seconds',
  'kms-default-timeout-doubled': 'KMSConfiguration.timeout: the default is 6 seconds',
  'kms-encrypt-timeout-ignored': 'KMSConfiguration.timeout: does not hold for encryption',
  'kms-decrypt-timeout-ignored': 'KMSConfiguration.timeout: does not hold for decryption',
  ...perProvider,
} as const
