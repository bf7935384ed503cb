import { expect, rulesOf, says, test } from '#kit'
import { identity, keyed, secretKey } from '../../../shared/encryption/configuration.ts'
import { first, second, kmsFixtures } from './servers.ts'
import { resourceTypes } from '../../../shared/encryption/marked-objects.ts'

const { must } = rulesOf({ document: 1, section: 'EncryptionConfiguration (v1)' })

const before = secretKey('aescbc')
const after = secretKey('secretbox')

const at = kmsFixtures('order', {
  behind: {
    type: resourceTypes.ingresses,
    version: 'v1',
    second: (kms) => [keyed(before), keyed(after), kms],
  },
  ahead: {
    type: resourceTypes.runtimeclasses,
    version: 'newer',
    first: () => [keyed(after)],
    second: (kms) => [kms, keyed(after)],
  },
  plain: {
    type: resourceTypes.persistentvolumes,
    version: 'v1',
    first: () => [identity],
    second: (kms) => [kms, identity],
  },
})

must('kms.order.with-others', { row: 'providers', aspect: 'plugins among them' }, () => {
  says(
    'A plugin is a provider like any other: the first provider in the list encrypts, and each decrypts what it encrypted.',
  )
  test(
    {
      title: 'a plugin after two other providers decrypts its own data, and encrypts no new data',
      id: 'a plugin behind another provider decrypts what it encrypted, and encrypts nothing new',
    },
    async () => {
      const place = at('behind')
      await second.expectReads(await place.creates())
      expect(await place.calls('Decrypt'), 'calls to decrypt').not.toEqual([])

      const encrypted = await place.calls('Encrypt')
      const object = await second.creates(place.type)
      await second.expectSealed(object, before)
      expect(await place.calls('Encrypt'), 'calls to encrypt').toEqual(encrypted)
    },
  ).sees('aescbc-stores-base64', 'only-first-two-providers-read')

  test(
    {
      title:
        'a plugin before another provider encrypts new data, and the other provider decrypts its own data',
      id: 'a plugin before another provider encrypts what is new, and the other one decrypts',
    },
    async () => {
      const place = at('ahead')
      await second.expectReads(await place.creates())

      const object = await second.creates(place.type)
      await second.expectReads(object)
      await first.expectCannotRead(object)
    },
  ).sees('only-first-provider-reads')

  test(
    {
      title: 'a plugin before identity encrypts new data, and unencrypted data is read',
      id: 'a plugin before identity encrypts what is new, and what is stored plain is read',
    },
    async () => {
      const place = at('plain')
      const old = await place.creates()
      await first.expectPlain(old)
      await second.expectReads(old)

      const encrypted = await place.calls('Encrypt')
      const object = await second.creates(place.type)
      await second.expectSealed(object)
      await second.expectReads(object)
      expect(await place.calls('Encrypt'), 'calls to encrypt').not.toEqual(encrypted)
    },
  ).sees('identity-later-in-list-reads-nothing')
})
