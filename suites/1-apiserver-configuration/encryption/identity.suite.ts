import { rulesOf, says, test } from '#kit'
import { roles } from './two-configurations.ts'
import { configurations } from './two-servers.ts'

const { must } = rulesOf({ document: 1, section: 'EncryptionConfiguration (v1)', capability: 'objects' })

const { before } = configurations

must('encryption.identity.stores-plain', 'identity', () => {
  says('identity stores data unencrypted.')
  test(
    { title: 'an object is stored in plaintext', id: 'an object stands in the store as it is' },
    async () => {
      const object = await before.create(roles.begun)

      await before.expectPlain(object)
      await before.expectReads(object)
    },
  ).sees('identity-stores-encoded')
})
