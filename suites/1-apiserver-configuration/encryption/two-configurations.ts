import { EncryptedServer, sharedStorage } from '../../fixtures/encrypted-servers.ts'
import { identity, keyed, secretKey, stores } from '../../fixtures/encryption-configuration.ts'
import { sorts } from '../../fixtures/marked-objects.ts'

const named = secretKey('secretbox')

/** Keys by what becomes of their data: those of `old` write in one configuration, those of `next` in the other. */
export const old = {
  aescbc: secretKey('aescbc'),
  aesgcm: secretKey('aesgcm'),
  secretbox: secretKey('secretbox'),
  short: secretKey('aesgcm', 16),
  undone: secretKey('aescbc'),
  replaced: secretKey('aesgcm', 24),
  stranded: secretKey('aesgcm'),
  named,
  split: secretKey('aescbc'),
} as const

export const next = {
  aescbc: secretKey('aescbc'),
  aesgcm: secretKey('aesgcm'),
  secretbox: secretKey('secretbox'),
  begun: secretKey('aesgcm'),
  replaced: secretKey('secretbox'),
  strict: secretKey('aescbc'),
  named: { ...secretKey('secretbox'), name: named.name },
  split: secretKey('aescbc'),
} as const

/** Two servers on one store, whose configurations differ for every sort of object. */
export interface TwoConfigurations {
  readonly before: EncryptedServer
  readonly after: EncryptedServer
}

/** What a sort of object is there for, by its key in `sorts`. */
export const roles = {
  /** Another key was put before the old one, in each provider that has keys. */
  rotated: { aescbc: sorts.secrets, aesgcm: sorts.configmaps, secretbox: sorts.serviceaccounts },
  /** Was stored plain, and is encrypted from now on. */
  begun: sorts.limitranges,
  /** Was encrypted, and is stored plain from now on. */
  undone: sorts.deployments,
  /** Another provider was put before the old one. */
  replaced: sorts.replicasets,
  /** Was stored plain, and identity is not in the new list. */
  strict: sorts.jobs,
  /** Was encrypted, and only identity is in the new list. */
  stranded: sorts.runtimeclasses,
  /** Has a key of the same name and another secret. */
  named: sorts.storageclasses,
  /** Another entry of the same provider was put before the old one. */
  split: sorts.ingressclasses,
} as const

/** Starts them when the first check needs them; the second one when the first is ready. */
export function twoConfigurations(): TwoConfigurations {
  const storage = sharedStorage()
  const { rotated } = roles
  const before = new EncryptedServer(storage, [
    stores(rotated.aescbc.resource, keyed(old.aescbc)),
    stores(rotated.aesgcm.resource, keyed(old.aesgcm)),
    stores(rotated.secretbox.resource, keyed(old.secretbox)),
    stores([roles.begun.resource, roles.strict.resource], identity),
    stores(roles.undone.resource, keyed(old.undone)),
    stores(roles.replaced.resource, keyed(old.replaced)),
    stores(roles.stranded.resource, keyed(old.stranded)),
    stores(roles.named.resource, keyed(old.named)),
    stores(roles.split.resource, keyed(old.split)),
  ])
  const after = new EncryptedServer(storage, [
    stores(rotated.aescbc.resource, keyed(next.aescbc, old.aescbc)),
    stores(rotated.aesgcm.resource, keyed(next.aesgcm, old.aesgcm)),
    stores(rotated.secretbox.resource, keyed(next.secretbox, old.secretbox)),
    stores(roles.begun.resource, keyed(next.begun), identity),
    stores(roles.undone.resource, identity, keyed(old.undone)),
    stores(roles.replaced.resource, keyed(next.replaced), keyed(old.replaced)),
    stores(roles.strict.resource, keyed(next.strict)),
    stores(roles.stranded.resource, identity),
    stores(roles.named.resource, keyed(next.named)),
    stores(roles.split.resource, keyed(next.split), keyed(old.split)),
  ])
  return { before, after }
}
