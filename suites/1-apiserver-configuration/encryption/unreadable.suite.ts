import { rulesOf, says, test } from '#kit'
import { oldKeys, roles } from './two-configurations.ts'
import { configurations } from './two-servers.ts'

const { must } = rulesOf({
  document: 1,
  section: 'EncryptionConfiguration (v1)',
  capability: 'objects-of-groups',
})

const { before, after } = configurations

must('encryption.providers.unreadable', { row: 'providers', aspect: 'nothing else reads' }, () => {
  says('Only the listed providers read the data: what none of them can read is answered with an error.')
  test(
    {
      title: 'a read of data of an unlisted key returns an error',
      id: 'an error answers for data of a key that is not listed',
    },
    async () => {
      const object = await after.create(roles.split)
      await after.expectReads(object)

      await before.expectCannotRead(object)
    },
  ).sees('last-provider-writes')

  test(
    {
      title: 'a read of data of a key that is listed with a different secret returns an error',
      id: 'an error answers for data of a key whose name is listed with another secret',
    },
    async () => {
      const object = await before.create(roles.named)
      await before.expectReads(object)

      await after.expectCannotRead(object)
    },
  ).sees('secretbox-stores-plain')

  test(
    {
      title: 'a read of encrypted data returns an error if only identity is listed',
      id: 'an error answers for encrypted data where only identity is listed',
    },
    async () => {
      const object = await before.create(roles.stranded)
      await before.expectSealed(object, oldKeys.stranded)
      await before.expectReads(object)

      await after.expectCannotRead(object)
    },
  ).sees('aesgcm-stores-base64')

  test(
    {
      title: 'a read of unencrypted data returns an error if identity is not listed',
      id: 'an error answers for unencrypted data where identity is not listed',
    },
    async () => {
      const object = await before.create(roles.strict)
      await before.expectPlain(object)
      await before.expectReads(object)

      await after.expectCannotRead(object)
    },
  ).sees('plain-read-without-identity')
})
