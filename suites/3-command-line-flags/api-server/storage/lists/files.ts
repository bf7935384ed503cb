import { identity, keyedProvider, secretKey, stores } from '../../../../shared/encryption/configuration.ts'
import { type ResourceType, resourceTypes as types } from '../../../../shared/encryption/marked-objects.ts'

/** Keys of the files, by their role. */
export const keys = {
  kept: secretKey('aescbc'),
  added: secretKey('aesgcm'),
  back: secretKey('secretbox'),
  before: secretKey('aescbc'),
  after: secretKey('secretbox'),
  once: secretKey('aesgcm'),
} as const

/** Writer of an object: the name of its key, `none` for data with a readable secret, or `refused`. */
export type Writer = keyof typeof keys | 'none' | 'refused' | 'unknown'

/** Resources, by their treatment in the reloaded files. */
export const roles = {
  kept: types.secrets,
  listed: types.replicasets,
  added: types.deployments,
  removed: types.statefulsets,
  provided: types.daemonsets,
  exempt: types.jobs,
} as const satisfies Readonly<Record<string, ResourceType>>

/** Treatment of a resource in the reloaded files: a key of `roles`. */
export type Role = keyof typeof roles
/** Writers by the role of the resource. */
export type Writers = Readonly<Partial<Record<Role, Writer>>>

const [kept, added, back] = [keyedProvider(keys.kept), keyedProvider(keys.added), keyedProvider(keys.back)]
const [before, after, once] = [
  keyedProvider(keys.before),
  keyedProvider(keys.after),
  keyedProvider(keys.once),
]
const entry = (role: Role, ...providers: readonly object[]) => stores(roles[role].resource, ...providers)

/** Entries of each file, and the writer of each resource under the file. */
export const files: readonly { readonly entries: readonly object[]; readonly writers: Writers }[] = [
  {
    entries: [
      entry('kept', kept),
      entry('removed', back),
      entry('provided', before),
      entry('exempt', identity),
    ],
    writers: {
      kept: 'kept',
      listed: 'none',
      added: 'none',
      removed: 'back',
      provided: 'before',
      exempt: 'none',
    },
  },
  {
    entries: [
      stores([roles.kept.resource, roles.listed.resource], kept, identity),
      entry('provided', after, before),
      entry('exempt', once, identity),
      entry('added', added, identity),
    ],
    writers: {
      kept: 'kept',
      listed: 'kept',
      added: 'added',
      removed: 'none',
      provided: 'after',
      exempt: 'once',
    },
  },
  {
    entries: [
      entry('kept', kept),
      entry('exempt', identity, once),
      entry('removed', back, identity),
      entry('provided', after),
    ],
    writers: {
      kept: 'kept',
      listed: 'none',
      added: 'none',
      removed: 'back',
      provided: 'after',
      exempt: 'none',
    },
  },
]
