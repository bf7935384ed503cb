import { HarnessError, rulesOf, says, test } from '#kit'
import { KmsKeys } from '#mocks/kms-plugin/index.ts'
import { type KmsUse, secondServer, kmsFixtures } from './servers.ts'
import { resourceTypes } from '../../../shared/encryption/marked-objects.ts'

const { must } = rulesOf({ document: 1, section: 'EncryptionConfiguration (v1)' })

// Minimum length of a key, in bytes. Probes of a plugin are shorter.
const shortestKey = 16
const objects = 3

/** Plugin keys that number the encrypted data, so that two plugins return equal ciphertexts for different keys. */
class NumberedKeys extends KmsKeys {
  readonly #plain = new Map<string, Uint8Array>()

  override encrypt(plaintext: Uint8Array): Buffer {
    if (plaintext.length < shortestKey) return super.encrypt(plaintext)
    const number = `number-${this.#plain.size + 1}`
    this.#plain.set(number, Buffer.from(plaintext))
    return Buffer.from(number)
  }

  override decrypt(ciphertext: Uint8Array, name: string): Buffer {
    const plaintext = this.#plain.get(Buffer.from(ciphertext).toString())
    return plaintext === undefined ? super.decrypt(ciphertext, name) : Buffer.from(plaintext)
  }
}

const keys = { one: new NumberedKeys(), another: new NumberedKeys() }

const kmsUse = kmsFixtures('twoPlugins', {
  one: { type: resourceTypes.rolebindings, version: 'v1', keys: () => keys.one },
  another: { type: resourceTypes.poddisruptionbudgets, version: 'v1', keys: () => keys.another },
})

const [one, another] = [kmsUse('one'), kmsUse('another')]

must('kms.keys.of-one-plugin', { row: 'providers', aspect: 'two plugins whose answers are equal' }, () => {
  says(
    'A key is that of the plugin that encrypted it: one of another plugin is not taken for it, though both look alike encrypted.',
  )
  test(
    {
      title: 'each object is read by the plugin that wrote it, even if two plugins have equal encrypted keys',
      id: 'objects of two plugins whose encrypted keys are equal are read by the key of their own',
    },
    async () => {
      const createdObjects = []
      for (let objectCount = 0; objectCount < objects; objectCount += 1)
        createdObjects.push(await one.create(), await another.create())
      for (const object of createdObjects) await secondServer.expectReads(object)

      const [firstKeys, otherKeys] = [await decryptedKeys(one), await decryptedKeys(another)]
      if (![...firstKeys].some((ciphertext) => otherKeys.has(ciphertext))) {
        throw new HarnessError('untestable', 'The plugins were asked for no two keys that look alike.')
      }
    },
  ).sees('kms-cache-shared-between-plugins')
})

/** Returns the encrypted keys in decrypt calls to a plugin. */
async function decryptedKeys(place: KmsUse): Promise<ReadonlySet<string | undefined>> {
  return new Set((await place.calls('Decrypt')).map(({ ciphertext }) => ciphertext))
}
