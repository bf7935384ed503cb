import { rulesOf, says, test } from '#kit'
import { resourceTypes } from '../../shared/encryption/marked-objects.ts'
import { customTypes, keys, server } from './selecting-server.ts'

const { must } = rulesOf({
  document: 1,
  section: 'EncryptionConfiguration (v1)',
  capability: 'objects-of-groups',
})

must(
  'encryption.resources.core-wildcard',
  { row: 'resources', aspect: 'of ResourceConfiguration, *.' },
  () => {
    says('*. selects all resources of the core group, and no others.')
    test('resources of the core group are selected', async () => {
      await server.expectSealed(await server.create(resourceTypes.secrets), keys.core)
      await server.expectSealed(await server.create(resourceTypes.serviceaccounts), keys.core)
      await server.expectSealed(await server.create(resourceTypes.limitranges), keys.core)
    }).sees('wildcard-for-core-selects-nothing')

    test('resources of other groups are not selected', async () => {
      await server.expectPlain(await server.create(resourceTypes.ingressclasses))
      await server.expectPlain(await server.create(resourceTypes.jobs))
    }).sees('wildcard-for-core-selects-other-groups')
  },
)

must(
  'encryption.resources.group-wildcard',
  { row: 'resources', aspect: 'of ResourceConfiguration, *.<group>' },
  () => {
    says('*.<group> selects all resources of that group, and no others.')
    test('a resource of the group is selected', async () => {
      await server.expectSealed(await server.create(resourceTypes.replicasets), keys.group)
    }).sees('wildcard-for-group-selects-nothing')

    test('custom resources of the group are selected', async () => {
      await server.expectSealed(await server.createCustom(customTypes.grouped), keys.customGroup)
    }).sees('resource-without-group-selects-every-group')

    test('resources of other groups are not selected', async () => {
      await server.expectPlain(await server.create(resourceTypes.ingressclasses))
      await server.expectPlain(await server.create(resourceTypes.jobs))
    }).sees('wildcard-for-core-selects-other-groups')

    test(
      {
        title: 'resources of a group whose name only ends with the name of the group are not selected',
        id: 'resources of a group whose name ends in that group are not selected',
      },
      async () => {
        await server.expectPlain(await server.createCustom(customTypes.subgroup))
      },
    ).sees('wildcard-for-group-selects-subgroups')
  },
)
