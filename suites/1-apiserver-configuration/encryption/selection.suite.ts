import { currentCheck, expect, rulesOf, says, test } from '#kit'
import { startOutcome } from '../../shared/api-server.ts'
import { expectSealed } from '../../shared/encryption/at-rest.ts'
import { encryptionFile, keyedProvider, secretKey, stores } from '../../shared/encryption/configuration.ts'
import { createMarked, resourceTypes } from '../../shared/encryption/marked-objects.ts'
import { startStorage } from '../../shared/storage.ts'
import { customTypes, keys, laterExempt, server } from './selecting-server.ts'

const { must } = rulesOf({ document: 1, section: 'EncryptionConfiguration (v1)' })

must(
  'encryption.resources.name',
  { row: 'resources', aspect: 'of ResourceConfiguration, resource.group', capability: 'objects-of-groups' },
  () => {
    says('resource.group selects that resource of that group, and no other.')
    test('the resource of the group is selected', async () => {
      await server.expectSealed(await server.create(resourceTypes.deployments), keys.name)
    }).sees('later-entry-takes-precedence')

    test(
      { title: 'each resource in the list is selected', id: 'each name of the list is selected' },
      async () => {
        await server.expectSealed(await server.create(resourceTypes.runtimeclasses), keys.name)
      },
    ).sees('aesgcm-stores-base64')

    test(
      {
        title: 'resources that no entry selects are stored unencrypted',
        id: 'resources that nothing selects are stored unencrypted',
      },
      async () => {
        await server.expectPlain(await server.create(resourceTypes.storageclasses))
        await server.expectPlain(await server.create(resourceTypes.jobs))
      },
    ).sees('wildcard-for-core-selects-other-groups')

    test('a custom resource is selected by its name', async () => {
      await server.expectSealed(await server.createCustom(customTypes.named), keys.custom)
    }).sees('custom-resource-name-selects-nothing')

    test('another resource of the same group is not selected', async () => {
      await server.expectPlain(await server.createCustom(customTypes.sibling))
    }).sees('wildcard-for-core-selects-other-groups')

    test('a resource of the same name in another group is not selected', async () => {
      await server.expectPlain(await server.createCustom(customTypes.namesake))
    }).sees('resource-group-not-compared')
  },
)

must(
  'encryption.resources.order',
  { row: 'resources', aspect: 'of ResourceConfiguration, order', capability: 'objects-of-groups' },
  () => {
    says(
      'Entries are processed in order: an earlier one that selects a resource takes precedence over a later one.',
    )
    test(
      { title: 'the key of the earlier entry encrypts new data', id: 'the key of the earlier entry writes' },
      async () => {
        const object = await server.create(resourceTypes.deployments)

        await server.expectSealed(object, keys.name)
        await server.expectReads(object)
      },
    ).sees('later-entry-takes-precedence')

    // A file that names a resource twice may be rejected: encryption.resources.covered-names.
    test('of two entries that name the same resource, the key of the earlier one encrypts new data', async () => {
      const twoKeys = [secretKey('aesgcm'), secretKey('secretbox')] as const
      const entries = twoKeys.map((key) => stores(resourceTypes.secrets.resource, keyedProvider(key)))
      const storage = await startStorage()
      currentCheck().defer(() => storage.stop())
      const flags = { '--encryption-provider-config': encryptionFile(entries) }
      const { outcome } = await startOutcome({ storage, flags }, async (ownServer) => {
        await expectSealed(storage, await createMarked(ownServer, resourceTypes.secrets), twoKeys[0])
      })

      expect(outcome).toBeOneOf(['ready', 'refused'])
      currentCheck().observe('a resource in two entries', outcome)
    }).sees('later-entry-takes-precedence')
  },
)

must('encryption.identity.exempts', { row: 'identity', aspect: 'exempts', capability: 'objects' }, () => {
  says('identity first for a resource exempts it from later wildcard entries.')
  test(
    {
      title: 'the resource is stored unencrypted, and another resource of the wildcard is encrypted',
      id: 'the resource is stored unencrypted beside others that the wildcard selects',
    },
    async () => {
      await server.expectSealed(await server.create(resourceTypes.secrets), keys.core)
      const object = await server.create(resourceTypes.configmaps)

      await server.expectPlain(object)
      await server.expectReads(object)
    },
  ).sees('identity-does-not-exempt')

  test(
    { title: 'each resource of an entry is exempt, and not only the first', id: 'later-resources' },
    async () => {
      await server.expectSealed(await server.create(resourceTypes.secrets), keys.core)
      await server.expectSealed(await server.create(resourceTypes.replicasets), keys.group)

      for (const type of laterExempt) {
        const object = await server.create(type)
        await server.expectPlain(object)
        await server.expectReads(object)
      }
    },
  ).sees('identity-exempts-first-resource-only')
})
