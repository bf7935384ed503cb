import { rulesOf, says, test } from '#kit'
import { newKeys, oldKeys, roles } from './two-configurations.ts'
import { configurations } from './two-servers.ts'

const section = 'EncryptionConfiguration (v1)'

const { must } = rulesOf({ document: 1, section })

const { before, after } = configurations

must(
  'encryption.providers.order',
  { row: 'providers', aspect: 'order', capability: 'objects-of-groups' },
  () => {
    says('Of the providers of an entry the first one writes, and every one reads what it wrote.')
    test('new data is stored by the first provider', async () => {
      const object = await after.create(roles.replaced)

      await after.expectSealed(object, newKeys.replaced)
      await after.expectReads(object)
    }).sees('secretbox-key-name-not-stored')

    test('data of a later provider is read', async () => {
      const object = await before.create(roles.replaced)
      await before.expectReads(object)

      await after.expectReads(object)
    }).sees('only-first-provider-reads')

    test('data that is written again is stored by the first provider', async () => {
      const object = await after.changes(await before.create(roles.replaced))

      await after.expectSealed(object, newKeys.replaced)
      await after.expectReads(object)
    }).sees('only-first-provider-reads')

    test('data of a later entry of the same provider is read', async () => {
      const object = await before.create(roles.split)
      await before.expectSealed(object, oldKeys.split)

      await after.expectReads(object)
    }).sees('aescbc-stores-base64')

    test('new data is stored by the first entry of the same provider', async () => {
      await after.expectSealed(await after.create(roles.split), newKeys.split)
    }).sees('aescbc-stores-base64')
  },
)

must(
  'encryption.identity.later',
  { row: 'identity', aspect: 'later in the list', capability: 'objects' },
  () => {
    says('Behind another provider identity reads what is stored unencrypted, and the other one writes.')
    test('data that was stored unencrypted is read', async () => {
      const object = await before.create(roles.begun)
      await before.expectPlain(object)

      await after.expectReads(object)
    }).sees('identity-later-in-list-reads-nothing')

    test('new data is encrypted', async () => {
      const object = await after.create(roles.begun)

      await after.expectSealed(object, newKeys.begun)
      await after.expectReads(object)
    }).sees('aesgcm-stores-base64')

    test(
      {
        title: 'unencrypted data is encrypted when it is written again',
        id: 'data that was stored unencrypted is encrypted when it is written again',
      },
      async () => {
        const object = await after.changes(await before.create(roles.begun))

        await after.expectSealed(object, newKeys.begun)
        await after.expectReads(object)
      },
    ).sees('identity-later-in-list-reads-nothing')
  },
)

must(
  'encryption.identity.first',
  { row: 'identity', aspect: 'first in the list', capability: 'objects-of-groups' },
  () => {
    says('Before another provider identity writes, and the other one reads what it had encrypted.')
    test('data that was encrypted is read', async () => {
      const object = await before.create(roles.undone)
      await before.expectSealed(object, oldKeys.undone)

      await after.expectReads(object)
    }).sees('aescbc-stores-base64')

    test('new data is stored unencrypted', async () => {
      const object = await after.create(roles.undone)

      await after.expectPlain(object)
      await after.expectReads(object)
    }).sees('identity-stores-encoded')

    test('data that was encrypted is stored unencrypted when it is written again', async () => {
      const object = await after.changes(await before.create(roles.undone))

      await after.expectPlain(object)
      await after.expectReads(object)
    }).sees('identity-stores-encoded')
  },
)
