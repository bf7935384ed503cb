import { openAesCbc, openAesGcm, openSecretbox } from './ciphers.ts'
import { envelopeV1, envelopeV2 } from './envelope.ts'
import { type KeyedProvider, type Label, prefixOf, type SealedForm } from '#kit/launch.ts'

/** Returns the sealed part after the prefix of a value. Throws if the value has another prefix. */
export function bodyOf(form: SealedForm, label: Label, stored: Uint8Array): Uint8Array {
  const text = prefixOf(form, label)
  const prefix = Buffer.from(text)
  const storedPrefix = Buffer.from(stored.subarray(0, prefix.length))
  if (storedPrefix.equals(prefix)) return stored.subarray(prefix.length)
  throw new RangeError(
    `the value begins with ${JSON.stringify(storedPrefix.toString('latin1'))}, not ${text}`,
  )
}

const saltBytes = 32

/** Decrypts a value of a provider with local keys. Throws if it was encrypted in another way. */
export function openKeyed(
  form: SealedForm,
  {
    provider,
    name,
    key,
  }: { readonly provider: KeyedProvider; readonly name: string; readonly key: Uint8Array },
  { key: place, value }: { readonly key: string; readonly value: Uint8Array },
): Uint8Array {
  const sealedBody = bodyOf(form, { provider, version: 'v1', name }, value)
  if (provider === 'aesgcm') return openAesGcm(sealedBody, key, place)
  return provider === 'aescbc' ? openAesCbc(sealedBody, key) : openSecretbox(sealedBody, key)
}

/**
 * Decrypts a value of a KMS plugin. The plugin returns the decrypted key of version 1 or seed of version 2.
 * @param decrypt decrypts the key with the plugin; `keyId` is given for version 2 only
 */
export async function openKms(
  form: SealedForm,
  { version, name }: Pick<Label, 'version' | 'name'>,
  { key: place, value }: { readonly key: string; readonly value: Uint8Array },
  decrypt: (encrypted: Uint8Array, keyId?: string) => Uint8Array | Promise<Uint8Array>,
): Promise<Uint8Array> {
  const sealedBody = bodyOf(form, { provider: 'kms', version, name }, value)
  if (version === 'v1') {
    const { encryptedKey, sealed } = envelopeV1(sealedBody)
    return openAesGcm(sealed, await decrypt(encryptedKey), place)
  }
  const { encryptedSeed, keyId, sealed } = envelopeV2(sealedBody)
  const seed = await decrypt(encryptedSeed, keyId)
  const key = form.keyOf(seed, sealed.subarray(0, saltBytes))
  return openAesGcm(sealed.subarray(saltBytes), key, place)
}
