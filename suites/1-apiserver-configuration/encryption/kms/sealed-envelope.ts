import { openKms } from '../../../shared/encryption/open.ts'
import { tracesOf } from '../../../shared/encryption/traces.ts'
import { messageOf } from '#kit'
import { type KmsKeys, splitKeyName } from '#mocks/kms-plugin/index.ts'
import { sealedForm, storedValue } from '../../../shared/encryption/at-rest.ts'
import type { MarkedObject } from '../../../shared/encryption/marked-objects.ts'
import type { Storage } from '../../../shared/storage.ts'

/**
 * Returns the traces of an object's secret text in the data that is decrypted with the plugin's keys, or the reason why
 * nothing can be decrypted. Needs `sealed-form`.
 */
export async function openEnvelope(
  keys: KmsKeys,
  storage: Storage,
  object: MarkedObject,
  label: { readonly version: 'v1' | 'v2'; readonly name: string },
): Promise<readonly string[] | string> {
  const envelopeForm = sealedForm()
  const entry = await storedValue(storage, object)
  const decrypt = (encrypted: Uint8Array, keyId?: string): Uint8Array => {
    if (keyId !== undefined) return keys.decrypt(encrypted, keyId)
    const { name, ciphertext } = splitKeyName(encrypted)
    return keys.decrypt(ciphertext, name)
  }
  try {
    return tracesOf(object.secret, await openKms(envelopeForm, label, entry, decrypt))
  } catch (thrown) {
    return `not opened: ${messageOf(thrown)}`
  }
}
