import { EncryptedServer, sharedStorage } from '../../shared/encryption/servers.ts'
import { identity, keyedProvider, secretKey, stores } from '../../shared/encryption/configuration.ts'
import { resourceTypes } from '../../shared/encryption/marked-objects.ts'

const keyWithReusedName = secretKey('secretbox')
const keyWithShortName = secretKey('aesgcm')

/** Keys of the earlier configuration, by role. */
export const oldKeys = {
  aescbc: secretKey('aescbc'),
  aesgcm: secretKey('aesgcm'),
  secretbox: secretKey('secretbox'),
  short: secretKey('aesgcm', 16),
  undone: secretKey('aescbc'),
  replaced: secretKey('aesgcm', 24),
  stranded: secretKey('aesgcm'),
  named: keyWithReusedName,
  split: secretKey('aescbc'),
  longName: { ...secretKey('aesgcm'), name: `${keyWithShortName.name}0` },
} as const

export const newKeys = {
  aescbc: secretKey('aescbc'),
  aesgcm: secretKey('aesgcm'),
  secretbox: secretKey('secretbox'),
  begun: secretKey('aesgcm'),
  replaced: secretKey('secretbox'),
  strict: secretKey('aescbc'),
  named: { ...secretKey('secretbox'), name: keyWithReusedName.name },
  split: secretKey('aescbc'),
  shortName: keyWithShortName,
} as const

/** Keys between a new key and an old key, which were never used for writing. */
export const sharedKeys = {
  aescbc: secretKey('aescbc'),
  aesgcm: secretKey('aesgcm'),
  secretbox: secretKey('secretbox'),
} as const

/** Two servers on one store, whose configurations differ for every resource type. */
export interface TwoConfigurations {
  readonly before: EncryptedServer
  readonly after: EncryptedServer
}

/** Role of each resource type, by its key in `resourceTypes`. */
export const roles = {
  /** A new key was inserted before the old key, in each provider that has keys. */
  rotated: {
    aescbc: resourceTypes.secrets,
    aesgcm: resourceTypes.configmaps,
    secretbox: resourceTypes.serviceaccounts,
  },
  /** Previously unencrypted, now encrypted. */
  begun: resourceTypes.limitranges,
  /** Previously encrypted, now unencrypted. */
  undone: resourceTypes.deployments,
  /** A different provider was inserted before the old provider. */
  replaced: resourceTypes.replicasets,
  /** Previously unencrypted, and identity is not in the new list. */
  strict: resourceTypes.jobs,
  /** Previously encrypted, and only identity is in the new list. */
  stranded: resourceTypes.runtimeclasses,
  /** The key has the same name, but a different secret. */
  named: resourceTypes.storageclasses,
  /** A second entry of the same provider was inserted before the old entry. */
  split: resourceTypes.ingressclasses,
  /** A key whose name is a prefix of the old key's name was inserted before the old key. */
  longName: resourceTypes.networkpolicies,
} as const

/** Starts the servers on first use. The second server starts when the first server is ready. */
export function twoConfigurations(): TwoConfigurations {
  const storage = sharedStorage()
  const { rotated } = roles
  const serverBefore = new EncryptedServer(storage, [
    stores(rotated.aescbc.resource, keyedProvider(oldKeys.aescbc)),
    stores(rotated.aesgcm.resource, keyedProvider(oldKeys.aesgcm)),
    stores(rotated.secretbox.resource, keyedProvider(oldKeys.secretbox)),
    stores([roles.begun.resource, roles.strict.resource], identity),
    stores(roles.undone.resource, keyedProvider(oldKeys.undone)),
    stores(roles.replaced.resource, keyedProvider(oldKeys.replaced)),
    stores(roles.stranded.resource, keyedProvider(oldKeys.stranded)),
    stores(roles.named.resource, keyedProvider(oldKeys.named)),
    stores(roles.split.resource, keyedProvider(oldKeys.split)),
    stores(roles.longName.resource, keyedProvider(oldKeys.longName)),
  ])
  // The second server finds the store as the first server left it, regardless of the order of checks.
  const serverAfterFirst = async () => {
    await serverBefore.server()
    return {}
  }
  const entries = [
    stores(rotated.aescbc.resource, keyedProvider(newKeys.aescbc, sharedKeys.aescbc, oldKeys.aescbc)),
    stores(rotated.aesgcm.resource, keyedProvider(newKeys.aesgcm, sharedKeys.aesgcm, oldKeys.aesgcm)),
    stores(
      rotated.secretbox.resource,
      keyedProvider(newKeys.secretbox, sharedKeys.secretbox, oldKeys.secretbox),
    ),
    stores(roles.begun.resource, keyedProvider(newKeys.begun), identity),
    stores(roles.undone.resource, identity, keyedProvider(oldKeys.undone)),
    stores(roles.replaced.resource, keyedProvider(newKeys.replaced), keyedProvider(oldKeys.replaced)),
    stores(roles.strict.resource, keyedProvider(newKeys.strict)),
    stores(roles.stranded.resource, identity),
    stores(roles.named.resource, keyedProvider(newKeys.named)),
    stores(roles.split.resource, keyedProvider(newKeys.split), keyedProvider(oldKeys.split)),
    stores(roles.longName.resource, keyedProvider(newKeys.shortName, oldKeys.longName)),
  ]
  return { before: serverBefore, after: new EncryptedServer(storage, entries, serverAfterFirst) }
}
