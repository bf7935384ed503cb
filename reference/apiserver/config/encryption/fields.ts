import * as is from '../../../config/decode.ts'

const keys = is.object({ keys: is.list(is.object({ name: is.string(), secret: is.string() })) })

const kms = is.object({
  apiVersion: is.string(),
  name: is.string(),
  cachesize: is.int32(),
  endpoint: is.string(),
  timeout: is.duration(),
})

const provider = is.object({ aesgcm: keys, aescbc: keys, secretbox: keys, identity: is.object({}), kms })

/** The members of an EncryptionConfiguration. */
export const encryptionFields = {
  resources: is.list(is.object({ resources: is.list(is.string()), providers: is.list(provider) })),
}

/** An EncryptionConfiguration as it was read; whatever was left out is undefined. */
export type EncryptionConfig = {
  readonly [K in keyof typeof encryptionFields]: is.Decoded<(typeof encryptionFields)[K]> | undefined
}

/** One entry of `resources`: what is stored how. */
export type ResourceConfig = NonNullable<EncryptionConfig['resources']>[number]

/** One entry of `providers`. */
export type ProviderConfig = NonNullable<ResourceConfig['providers']>[number]

/** The keys of a provider that has some. */
export type KeysConfig = NonNullable<ProviderConfig['aescbc']>

/** The `kms` member of a provider. */
export type KmsConfig = NonNullable<ProviderConfig['kms']>

/** The providers that have keys of their own. */
export const keyedProviders = ['aesgcm', 'aescbc', 'secretbox'] as const
export type KeyedProvider = (typeof keyedProviders)[number]
