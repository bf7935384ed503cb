import type { Constraint } from '#kit/tables.ts'
import { constraintsOf, inSection, rowsOfOwner } from '../../between.ts'

const kinds = inSection(1, 'Kinds')
const limits = inSection(1, 'Limits')
const apiServerFlags = inSection(3, 'API server flags')
const { excludes, replaces, governs, fits, requires, defaultsTo } = constraintsOf(
  1,
  'EncryptionConfiguration (v1)',
)

/** Constraints on resources, providers and keys. */
export const encryption: readonly Constraint[] = [
  excludes(
    rowsOfOwner('ResourceConfiguration', 'resources'),
    rowsOfOwner('ResourceConfiguration', 'resources'),
  )
    .says('No two wildcards select one resource, neither in one list nor in two entries.')
    .by('encryption.resources.overlap-in-list', 'encryption.resources.overlap-between-entries'),
  replaces(
    rowsOfOwner('EncryptionConfiguration', 'resources'),
    rowsOfOwner('ResourceConfiguration', 'resources'),
  )
    .says('An entry that names a resource comes before a later wildcard that covers it.')
    .by('encryption.resources.order', 'encryption.resources.order-before-all'),
  replaces('identity', rowsOfOwner('ResourceConfiguration', 'resources'))
    .says('As the first provider of a resource, it exempts this resource from later wildcards.')
    .by('encryption.identity.exempts'),
  governs(rowsOfOwner('ResourceConfiguration', 'resources'), kinds('EncryptionConfiguration'))
    .says('The wildcard of all resources covers custom resources that are added after the start.')
    .by('encryption.resources.all-wildcard'),
  excludes(
    ['aesgcm', 'aescbc', 'secretbox', 'identity', 'kms'],
    ['aesgcm', 'aescbc', 'secretbox', 'identity', 'kms'],
  )
    .says('An entry of the list sets one member.')
    .by('encryption.provider.one-member'),
  fits('Key.secret', limits('AES-CBC key', 'AES-GCM key', 'Secretbox key'))
    .says('The length of a key is one that its provider permits.')
    .by('encryption.aescbc.key-length', 'encryption.aesgcm.key-length', 'encryption.secretbox.key-length'),
  governs('providers', rowsOfOwner('ResourceConfiguration', 'resources'))
    .says('The first provider writes, and every provider of the list reads.')
    .by('encryption.providers.order', 'encryption.identity.first', 'encryption.identity.later'),
  requires('cachesize', 'apiVersion')
    .says('A size is valid for KMS version 1 alone.')
    .by('kms.cachesize.version-1-only'),
  defaultsTo('cachesize', limits('KMS cachesize'))
    .says('Without a size, 1000 secrets are kept, and a negative size keeps none.')
    .by('kms.cachesize.default', 'kms.cachesize.negative'),
  governs('apiVersion', 'endpoint')
    .says('The version decides which interface the plugin receives.')
    .by('kms.api-version.spoken'),
  defaultsTo('timeout', limits('KMS timeout'))
    .says('Without a time, a call to the plugin ends after three seconds.')
    .by('kms.timeout.default'),
  governs(rowsOfOwner('ResourceConfiguration', 'resources'), apiServerFlags('--etcd-servers-overrides'))
    .says('Resources on separate servers are encrypted as well.')
    .by('encryption.resources.at-overriding-servers'),
]
