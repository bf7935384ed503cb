import { expect, rulesOf, says, test } from '#kit'
import { identity, keyedProvider, secretKey, stores } from '../../shared/encryption/configuration.ts'
import { EncryptedServer, sharedStorage } from '../../shared/encryption/servers.ts'
import { customResourceType, resourceTypes } from '../../shared/encryption/marked-objects.ts'
import { resourceNames } from '../../shared/resource-names.ts'

const section = 'EncryptionConfiguration (v1)'

const { must } = rulesOf({ document: 1, section, capability: 'objects-of-groups' })

const keys = { named: secretKey('aesgcm'), all: secretKey('secretbox') } as const
const customType = customResourceType('gammas.one.conformance.example')

// Second and third resource of an entry with identity.
const laterExempt = [resourceTypes.persistentvolumeclaims, resourceTypes.statefulsets] as const

const server = new EncryptedServer(sharedStorage(), [
  stores(resourceTypes.deployments.resource, keyedProvider(keys.named)),
  stores(
    [resourceTypes.configmaps, ...laterExempt].map(({ resource }) => resource),
    identity,
  ),
  stores('*.*', keyedProvider(keys.all)),
])

must(
  'encryption.resources.all-wildcard',
  { row: 'resources', aspect: 'of ResourceConfiguration, *.*' },
  () => {
    says('*.* selects all resources, custom resources too.')
    test('resources of the core group are selected', async () => {
      await server.expectSealed(await server.create(resourceTypes.secrets), keys.all)
      await server.expectSealed(await server.create(resourceTypes.limitranges), keys.all)
    }).sees('wildcard-for-all-skips-core')

    test('resources of other groups are selected', async () => {
      await server.expectSealed(await server.create(resourceTypes.jobs), keys.all)
      await server.expectSealed(await server.create(resourceTypes.storageclasses), keys.all)
    }).sees('wildcard-for-all-selects-core-only')

    test(
      {
        title: 'every object in the store is selected, including objects of the server',
        id: 'every object in the store is selected, those of the server itself too',
      },
      async () => {
        await server.expectSealed(await server.create(resourceTypes.secrets), keys.all)
        const storedEntries = await (await server.storage()).keys.entries()
        const storedResources = await resourceNames(await server.server())
        // Resources that earlier entries of the file select.
        const unencryptedResources = [
          resourceTypes.configmaps,
          resourceTypes.deployments,
          ...laterExempt,
        ].map(({ resource }) => resource.split('.')[0])
        const types = [...storedResources].filter((name) => !unencryptedResources.includes(name))
        const otherEntries = storedEntries.filter(({ key }) =>
          types.some((type) => key.includes(`/${type}/`)),
        )
        const plainEntries = otherEntries.filter(({ value }) => !Buffer.from(value).includes(keys.all.name))

        expect(otherEntries.length, 'how many keys there are').toBeGreaterThan(1)
        expect(
          plainEntries.map(({ key }) => key),
          'keys without the name of the key that seals them',
        ).toEqual([])
      },
    ).sees('wildcard-for-all-skips-namespaces')

    test('custom resources that were added after the start are selected', async () => {
      const object = await server.createCustom(customType)

      await server.expectSealed(object, keys.all)
      await server.expectReads(object)
    }).sees('wildcard-for-all-skips-custom-resources')
  },
)

must(
  'encryption.resources.order-before-all',
  { row: 'resources', aspect: 'of ResourceConfiguration, order before *.*' },
  () => {
    says('Entries that name a resource take precedence over a later *.*.')
    test(
      { title: 'the key of the earlier entry encrypts new data', id: 'the key of the earlier entry writes' },
      async () => {
        await server.expectSealed(await server.create(resourceTypes.deployments), keys.named)
      },
    ).sees('later-entry-takes-precedence')

    test('identity in an earlier entry exempts the resource', async () => {
      await server.expectSealed(await server.create(resourceTypes.secrets), keys.all)

      await server.expectPlain(await server.create(resourceTypes.configmaps))
    }).sees('identity-does-not-exempt')

    test(
      {
        title: 'identity in an earlier entry exempts each resource of the entry',
        id: 'identity-exempts-later-resources',
      },
      async () => {
        await server.expectSealed(await server.create(resourceTypes.secrets), keys.all)

        for (const type of laterExempt) await server.expectPlain(await server.create(type))
      },
    ).sees('identity-exempts-first-resource-only')
  },
)
