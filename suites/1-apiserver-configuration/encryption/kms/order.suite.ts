import { expect, rulesOf, says, test } from '#kit'
import { identity, keyedProvider, secretKey } from '../../../shared/encryption/configuration.ts'
import { firstServer, secondServer, kmsFixtures } from './servers.ts'
import { resourceTypes } from '../../../shared/encryption/marked-objects.ts'

const { must } = rulesOf({ document: 1, section: 'EncryptionConfiguration (v1)' })

const firstKey = secretKey('aescbc')
const secondKey = secretKey('secretbox')

const kmsUse = kmsFixtures('order', {
  behind: {
    type: resourceTypes.ingresses,
    version: 'v1',
    second: (kms) => [keyedProvider(firstKey), keyedProvider(secondKey), kms],
  },
  ahead: {
    type: resourceTypes.runtimeclasses,
    version: 'newer',
    first: () => [keyedProvider(secondKey)],
    second: (kms) => [kms, keyedProvider(secondKey)],
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
      const laterUse = kmsUse('behind')
      await secondServer.expectReads(await laterUse.create())
      expect(await laterUse.calls('Decrypt'), 'calls to decrypt').not.toEqual([])

      const encryptCalls = await laterUse.calls('Encrypt')
      const object = await secondServer.create(laterUse.type)
      await secondServer.expectSealed(object, firstKey)
      expect(await laterUse.calls('Encrypt'), 'calls to encrypt').toEqual(encryptCalls)
    },
  ).sees('aescbc-stores-base64', 'only-first-two-providers-read')

  test(
    {
      title:
        'a plugin before another provider encrypts new data, and the other provider decrypts its own data',
      id: 'a plugin before another provider encrypts what is new, and the other one decrypts',
    },
    async () => {
      const earlierUse = kmsUse('ahead')
      await secondServer.expectReads(await earlierUse.create())

      const object = await secondServer.create(earlierUse.type)
      await secondServer.expectReads(object)
      await firstServer.expectCannotRead(object)
    },
  ).sees('only-first-provider-reads')

  test(
    {
      title: 'a plugin before identity encrypts new data, and unencrypted data is read',
      id: 'a plugin before identity encrypts what is new, and what is stored plain is read',
    },
    async () => {
      const plainUse = kmsUse('plain')
      const plainObject = await plainUse.create()
      await firstServer.expectPlain(plainObject)
      await secondServer.expectReads(plainObject)

      const encryptCalls = await plainUse.calls('Encrypt')
      const object = await secondServer.create(plainUse.type)
      await secondServer.expectSealed(object)
      await secondServer.expectReads(object)
      expect(await plainUse.calls('Encrypt'), 'calls to encrypt').not.toEqual(encryptCalls)
    },
  ).sees('identity-later-in-list-reads-nothing')
})
