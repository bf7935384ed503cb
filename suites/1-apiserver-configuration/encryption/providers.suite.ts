import { expect, rulesOf, says, test } from '#kit'
import { type KeyedProvider, nonceBytes, type SealedForm } from '#kit/launch.ts'
import { bodyOf } from '../../shared/encryption/open.ts'
import { sealedForm, storedValue } from '../../shared/encryption/at-rest.ts'
import type { SecretKey } from '../../shared/encryption/configuration.ts'
import { unnamedKeyFaults, plainStorageFaults } from './malformed-values.ts'
import { oldKeys, roles } from './two-configurations.ts'
import { configurations } from './two-servers.ts'

const section = 'EncryptionConfiguration (v1)'

const { must } = rulesOf({ document: 1, section, capability: 'objects' })

const methods: Readonly<Record<KeyedProvider, string>> = {
  aescbc: 'AES-CBC',
  aesgcm: 'AES-GCM',
  secretbox: 'Secretbox, which is XSalsa20 with Poly1305,',
}
const comparedValueCount = 5

const { before } = configurations

for (const [provider, method] of Object.entries(methods) as [KeyedProvider, string][]) {
  const [type, key] = [roles.rotated[provider], oldKeys[provider]]

  must(`encryption.${provider}.seals`, provider, () => {
    says(`${provider} stores data encrypted, together with the name of the key.`)
    test(
      {
        title: 'the store does not contain an object in plaintext',
        id: 'an object cannot be read in the store',
      },
      async () => {
        const object = await before.create(type)

        await before.expectSealed(object)
        await before.expectReads(object)
      },
    ).sees(...plainStorageFaults(provider))
  })

  must(`encryption.${provider}.key-name`, { row: 'Key.name', aspect: provider }, () => {
    says(`The name of the key is recorded with the data that ${provider} stores.`)
    test(
      {
        title: 'the name of the key is stored with the data',
        id: 'the name of the key stands beside the data',
      },
      async () => {
        const { value } = await storedValue(await before.storage(), await before.create(type))

        expect(Buffer.from(value).includes(key.name), `whether ${key.name} is recorded`).toBe(true)
      },
    ).sees(`${provider}-key-name-not-stored`)
  })

  must(`encryption.${provider}.method`, { row: provider, aspect: 'method' }, () => {
    says(`${provider} encrypts by ${method} under the key.`)
    test(
      { title: 'the key of the file decrypts the stored value', id: 'the key opens what is stored' },
      async () => {
        await before.expectSealedUnder(await before.create(type), key)
      },
    ).sees(...unnamedKeyFaults(provider))

    test(
      { title: 'every value has a separate nonce', id: 'every value has a nonce of its own' },
      async () => {
        const envelopeForm = sealedForm()
        const storage = await before.storage()
        const nonces = new Set<string>()
        for (let value = 0; value < comparedValueCount; value++) {
          const storedObject = await storedValue(storage, await before.create(type))
          nonces.add(nonceOf(envelopeForm, key, storedObject.value))
        }

        expect(nonces.size, `different nonces of ${comparedValueCount} values`).toBe(comparedValueCount)
      },
    ).sees(`${provider}-nonce-reused`)
  })
}

/** Returns the nonce of a stored value in hexadecimal; empty if the value is not sealed with the key. */
function nonceOf(form: SealedForm, { provider, name }: SecretKey, value: Uint8Array): string {
  try {
    const sealedBody = bodyOf(form, { provider, version: 'v1', name }, value)
    return Buffer.from(sealedBody.subarray(0, nonceBytes[provider])).toString('hex')
  } catch {
    return ''
  }
}
