import type { FlagValues } from '../../flags/flag-values.ts'
import type { Check } from '../../serving/health.ts'
import type { Json } from '../../serving/json-body.ts'
import { deferredAdmission } from '../admission/deferred-admission.ts'
import type { Authorizer } from '../authorization/authorizer.ts'
import { clusterAdmission } from '../services/admission.ts'
import { type Egress, storageDialer } from '../egress/egress.ts'
import { atRest } from '../encryption/at-rest.ts'
import { fault } from '../../quirks/quirks.ts'
import type { Transformer, TransformerOf } from '../storage/transformer.ts'
import { codecOf } from '../storage/codec.ts'
import { keyPrefix, prefixOf } from '../storage/prefix.ts'
import { admitAll } from './admission.ts'
import { deletionWorkers } from './deletion.ts'
import { markFor } from './dependents.ts'
import type { Resource } from '../api/resource.ts'
import type { ObjectServices } from './objects.ts'
import { objectCreator, type ObjectReader } from './reader.ts'

/** Stored objects, with functions to serve, read and create them. */
export interface StoredObjects {
  readonly services: ObjectServices
  readonly reader: ObjectReader
  /** Stores an object for the server itself. */
  readonly create: (resource: string, namespace: string, object: Json) => Promise<void>
  /** Returns the checks of the encryption plugins. */
  readonly checks: () => Promise<readonly Check[]>
}

/** Services for object storage. */
export interface StorageServices {
  /** Reads the objects that are configured here. */
  readonly reader: ObjectReader
  readonly egress: Egress
  readonly authorizer: Authorizer
  readonly say: (line: string) => void
}

/** Creates the storage from flags. Changes pass admission first, and then encryption. Throws a Refusal. */
export async function configureObjects(
  flags: FlagValues,
  { reader, egress, authorizer, say }: StorageServices,
): Promise<StoredObjects> {
  // Loaded late: a refused start needs no storage.
  const { configureStore } = await import('../storage/configure.ts')
  const store = await configureStore(flags, { dial: storageDialer(egress) })
  const prefix = keyPrefix(flags)
  const { transformerOf, checks } = await atRest(flags, say)
  const codec = codecOf(flags)
  const deletion = { workers: () => deletionWorkers(flags), mark: markFor(flags) }
  const storageServices = {
    store,
    prefix,
    prefixOf: (resource: Resource) => prefixOf(prefix, resource),
    transformerOf: withOverrides(transformerOf, flags),
  }
  const unadmittedServices = { ...storageServices, codec, deletion, admission: admitAll }
  const create = objectCreator(unadmittedServices)
  const plugins = await deferredAdmission({ flags, objects: reader, egress, authorizer, create })
  const admission = clusterAdmission(plugins, { flags, objects: reader })
  return { services: { ...unadmittedServices, admission }, reader, create, checks }
}

/** Returns the transformers of resources. With a fault, objects in overridden stores are not encrypted. */
function withOverrides(transformerOf: TransformerOf, flags: FlagValues): TransformerOf {
  const overrides = flags.strings('etcd-servers-overrides')
  if (overrides.length === 0 || !flags.isSet('encryption-provider-config')) return transformerOf
  return (group, resource) => {
    const isOverridden = overrides.some((text) => text.startsWith(`${group}/${resource}#`))
    return isOverridden && fault('etcd-override-not-encrypted')
      ? identityTransformer
      : transformerOf(group, resource)
  }
}

const identityTransformer: Transformer = {
  toStorage: async (value) => value,
  fromStorage: async (value) => value,
}
