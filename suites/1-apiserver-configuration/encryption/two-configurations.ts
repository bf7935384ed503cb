import { EncryptedServer, sharedStorage } from '../../shared/encryption/servers.ts'
import { identity, keyed, secretKey, stores } from '../../shared/encryption/configuration.ts'
import { resourceTypes } from '../../shared/encryption/marked-objects.ts'

const named = secretKey('secretbox')
const shortName = secretKey('aesgcm')

/** Keys by role: those of `old` write in one configuration, those of `next` in the other. */
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
  longName: { ...secretKey('aesgcm'), name: `${shortName.name}0` },
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
  shortName,
} as const

/** Keys between a new one and an old one. None of them was used for writing. */
export const between = {
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
  /** Another key was inserted before the old one, in each provider that has keys. */
  rotated: {
    aescbc: resourceTypes.secrets,
    aesgcm: resourceTypes.configmaps,
    secretbox: resourceTypes.serviceaccounts,
  },
  /** Previously stored plain, now encrypted. */
  begun: resourceTypes.limitranges,
  /** Previously encrypted, now stored plain. */
  undone: resourceTypes.deployments,
  /** Another provider was inserted before the old one. */
  replaced: resourceTypes.replicasets,
  /** Previously stored plain, and identity is not in the new list. */
  strict: resourceTypes.jobs,
  /** Previously encrypted, and only identity is in the new list. */
  stranded: resourceTypes.runtimeclasses,
  /** Has a key of the same name and another secret. */
  named: resourceTypes.storageclasses,
  /** Another entry of the same provider was inserted before the old one. */
  split: resourceTypes.ingressclasses,
  /** A key whose name is a prefix of the old one's was inserted before it. */
  longName: resourceTypes.networkpolicies,
} as const

/** Starts the servers on first use. The second one starts when the first is ready. */
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
    stores(roles.longName.resource, keyed(old.longName)),
  ])
  // The second server finds the store as the first one left it, regardless of the order of checks.
  const second = async () => {
    await before.server()
    return {}
  }
  const entries = [
    stores(rotated.aescbc.resource, keyed(next.aescbc, between.aescbc, old.aescbc)),
    stores(rotated.aesgcm.resource, keyed(next.aesgcm, between.aesgcm, old.aesgcm)),
    stores(rotated.secretbox.resource, keyed(next.secretbox, between.secretbox, old.secretbox)),
    stores(roles.begun.resource, keyed(next.begun), identity),
    stores(roles.undone.resource, identity, keyed(old.undone)),
    stores(roles.replaced.resource, keyed(next.replaced), keyed(old.replaced)),
    stores(roles.strict.resource, keyed(next.strict)),
    stores(roles.stranded.resource, identity),
    stores(roles.named.resource, keyed(next.named)),
    stores(roles.split.resource, keyed(next.split), keyed(old.split)),
    stores(roles.longName.resource, keyed(next.shortName, old.longName)),
  ]
  return { before, after: new EncryptedServer(storage, entries, second) }
}
