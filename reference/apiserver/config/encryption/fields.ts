import * as is from '../../../config/decode.ts'
import { field, notEmpty, oneOf, mustEqual, secondEntry } from '../../../config/limits.ts'

const key = is.object({
  name: field(is.string(), { required: 'key-name-missing-accepted' }),
  secret: field(is.string(), { required: 'key-secret-missing-accepted' }),
})

/** Returns the schema of a provider with keys. */
const keyedProviderSchema = (provider: string) =>
  is.object({
    keys: field(is.list(key), {
      ...requiredField(`${provider}-keys-missing-accepted`),
      refuses: { [`${provider}-second-key-refused`]: secondEntry },
    }),
  })

/** Returns the options of a list that is required and must not be empty; one fault skips both checks. */
function requiredField(fault: string) {
  return { required: fault, must: { [fault]: notEmpty } } as const
}

const kms = is.object({
  apiVersion: field(is.string(), {
    // Values of the interface, because the documents specify no values.
    must: { 'kms-api-version-unchecked': oneOf('v1', 'v2') },
    refuses: { 'kms-v2-refused': mustEqual('v2') },
  }),
  name: field(is.string(), { required: 'kms-name-missing-accepted' }),
  cachesize: is.int32(),
  endpoint: field(is.string(), { required: 'kms-endpoint-missing-accepted' }),
  timeout: field(is.duration(), {
    refuses: { 'kms-timeout-refused': ['a duration', (ms) => ms > 0] },
  }),
})

const provider = is.object({
  aesgcm: keyedProviderSchema('aesgcm'),
  aescbc: keyedProviderSchema('aescbc'),
  secretbox: keyedProviderSchema('secretbox'),
  identity: is.object({}),
  kms,
})

/** Members of an EncryptionConfiguration. */
export const encryptionFields = {
  resources: field(
    is.list(
      is.object({
        resources: field(is.list(is.string()), {
          ...requiredField('encryption-entry-resources-missing-accepted'),
          refuses: { 'second-encrypted-resource-refused': secondEntry },
        }),
        providers: field(is.list(provider), {
          ...requiredField('providers-missing-accepted'),
          refuses: { 'second-provider-refused': secondEntry },
        }),
      }),
    ),
    {
      ...requiredField('encryption-resources-missing-accepted'),
      refuses: { 'second-encryption-entry-refused': secondEntry },
    },
  ),
}

/** Decoded EncryptionConfiguration; an omitted member is undefined. */
export type EncryptionConfig = {
  readonly [K in keyof typeof encryptionFields]: is.Decoded<(typeof encryptionFields)[K]> | undefined
}

/** Decoded entry of `resources`: names of resources and their providers. */
export type ResourceConfig = NonNullable<EncryptionConfig['resources']>[number]

/** Decoded entry of `providers`, which has one member. */
export type ProviderConfig = NonNullable<ResourceConfig['providers']>[number]

/** Decoded member of a provider that encrypts with keys in the file. */
export type KeysConfig = NonNullable<ProviderConfig['aescbc']>

/** Decoded `kms` member of a provider. */
export type KmsConfig = NonNullable<ProviderConfig['kms']>

/** Providers that have keys. */
export const keyedProviders = ['aesgcm', 'aescbc', 'secretbox'] as const
export type KeyedProvider = (typeof keyedProviders)[number]
