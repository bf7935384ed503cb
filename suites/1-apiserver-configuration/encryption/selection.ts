import { rule, test } from '#harness/check/rule.ts'
import { identity, keyed, secretKey, stores } from '../../fixtures/encryption-configuration.ts'
import { EncryptedServer, sharedStorage } from '../../fixtures/encrypted-servers.ts'
import { customSort, sorts } from '../../fixtures/marked-objects.ts'
import { claims, unnamed } from './claims.ts'

const source = {
  document: 1,
  section: 'EncryptionConfiguration',
  row: 'ResourceConfiguration.resources',
} as const

const keys = {
  name: secretKey('aesgcm'),
  custom: secretKey('aesgcm'),
  core: secretKey('secretbox'),
  group: secretKey('secretbox'),
  customGroup: secretKey('aescbc'),
} as const

// Sorts with a namesake in another group, or in a group whose name goes on like another one's.
const custom = {
  named: customSort('alphas.one.conformance.example'),
  sibling: customSort('betas.one.conformance.example'),
  namesake: customSort('deployments.one.conformance.example'),
  grouped: customSort('configmaps.two.conformance.example'),
  subgroup: customSort('alphas.sub.two.conformance.example'),
} as const

/** Which resources names and wildcards select. */
export function selection(): void {
  const server = new EncryptedServer(sharedStorage(), [
    stores(sorts.configmaps.resource, identity),
    stores([sorts.deployments.resource, sorts.runtimeclasses.resource], keyed(keys.name)),
    stores(custom.named.resource, keyed(keys.custom)),
    stores('*.apps', keyed(keys.group)),
    stores('*.two.conformance.example', keyed(keys.customGroup)),
    stores('*.', keyed(keys.core)),
  ])

  rule(
    {
      id: 'encryption.resources.name',
      level: 'MUST',
      says: 'resource.group selects that resource of that group, and no other.',
      source: { ...source, row: `${source.row}, resource.group` },
      capability: 'objects-of-groups',
      faults: claims(
        [
          [...unnamed('aesgcm'), 'resource-with-group-selects-nothing'],
          [
            'the resource of the group is selected',
            'each name of the list is selected',
            'a custom resource is selected by its name',
          ],
        ],
        [['later-entry-takes-precedence'], ['the resource of the group is selected']],
        [['custom-resource-name-selects-nothing'], ['a custom resource is selected by its name']],
        [
          ['wildcard-for-core-selects-other-groups', 'wildcard-for-group-selects-other-groups'],
          [
            'resources that nothing selects are stored unencrypted',
            'another resource of the same group is not selected',
            'a resource of the same name in another group is not selected',
          ],
        ],
        [
          ['resource-name-selects-whole-group'],
          [
            'another resource of the same group is not selected',
            'a resource of the same name in another group is not selected',
          ],
        ],
        [['resource-group-not-compared'], ['a resource of the same name in another group is not selected']],
      ),
    },
    () => {
      test('the resource of the group is selected', async () => {
        await server.expectSealed(await server.creates(sorts.deployments), keys.name)
      })

      test('each name of the list is selected', async () => {
        await server.expectSealed(await server.creates(sorts.runtimeclasses), keys.name)
      })

      test('resources that nothing selects are stored unencrypted', async () => {
        await server.expectPlain(await server.creates(sorts.storageclasses))
        await server.expectPlain(await server.creates(sorts.jobs))
      })

      test('a custom resource is selected by its name', async () => {
        await server.expectSealed(await server.createsCustom(custom.named), keys.custom)
      })

      test('another resource of the same group is not selected', async () => {
        await server.expectPlain(await server.createsCustom(custom.sibling))
      })

      test('a resource of the same name in another group is not selected', async () => {
        await server.expectPlain(await server.createsCustom(custom.namesake))
      })
    },
  )

  rule(
    {
      id: 'encryption.resources.core-wildcard',
      level: 'MUST',
      says: '*. selects all resources of the core group, and no others.',
      source: { ...source, row: `${source.row}, *.` },
      capability: 'objects-of-groups',
      faults: claims(
        [
          [...unnamed('secretbox'), 'wildcard-for-core-selects-nothing', 'wildcard-for-group-selects-core'],
          ['resources of the core group are selected'],
        ],
        [
          ['wildcard-for-core-selects-other-groups', 'wildcard-for-group-selects-other-groups'],
          ['resources of other groups are not selected'],
        ],
      ),
    },
    () => {
      test('resources of the core group are selected', async () => {
        await server.expectSealed(await server.creates(sorts.secrets), keys.core)
        await server.expectSealed(await server.creates(sorts.serviceaccounts), keys.core)
        await server.expectSealed(await server.creates(sorts.limitranges), keys.core)
      })

      test('resources of other groups are not selected', async () => {
        await server.expectPlain(await server.creates(sorts.ingressclasses))
        await server.expectPlain(await server.creates(sorts.jobs))
      })
    },
  )

  rule(
    {
      id: 'encryption.resources.group-wildcard',
      level: 'MUST',
      says: '*.<group> selects all resources of that group, and no others.',
      source: { ...source, row: `${source.row}, *.<group>` },
      capability: 'objects-of-groups',
      faults: claims(
        [
          [
            ...unnamed('secretbox'),
            'wildcard-for-group-selects-nothing',
            'resource-name-selects-whole-group',
          ],
          ['a resource of the group is selected'],
        ],
        [
          [
            ...unnamed('aescbc'),
            'wildcard-for-group-selects-nothing',
            'wildcard-for-group-selects-other-groups',
            'resource-without-group-selects-every-group',
          ],
          ['custom resources of the group are selected'],
        ],
        [
          ['wildcard-for-core-selects-other-groups', 'wildcard-for-group-selects-other-groups'],
          [
            'resources of other groups are not selected',
            'resources of a group whose name ends in that group are not selected',
          ],
        ],
        [
          ['wildcard-for-group-selects-subgroups', 'resource-group-not-compared'],
          ['resources of a group whose name ends in that group are not selected'],
        ],
      ),
    },
    () => {
      test('a resource of the group is selected', async () => {
        await server.expectSealed(await server.creates(sorts.replicasets), keys.group)
      })

      test('custom resources of the group are selected', async () => {
        await server.expectSealed(await server.createsCustom(custom.grouped), keys.customGroup)
      })

      test('resources of other groups are not selected', async () => {
        await server.expectPlain(await server.creates(sorts.ingressclasses))
        await server.expectPlain(await server.creates(sorts.jobs))
      })

      test('resources of a group whose name ends in that group are not selected', async () => {
        await server.expectPlain(await server.createsCustom(custom.subgroup))
      })
    },
  )

  rule(
    {
      id: 'encryption.resources.order',
      level: 'MUST',
      says: 'Entries are processed in order: an earlier one that names a resource takes precedence over a later wildcard.',
      source: { ...source, row: `${source.row}, order` },
      capability: 'objects-of-groups',
      faults: claims([
        [...unnamed('aesgcm'), 'later-entry-takes-precedence', 'resource-with-group-selects-nothing'],
        ['the key of the earlier entry writes'],
      ]),
    },
    () => {
      test('the key of the earlier entry writes', async () => {
        const object = await server.creates(sorts.deployments)

        await server.expectSealed(object, keys.name)
        await server.expectReads(object)
      })
    },
  )

  rule(
    {
      id: 'encryption.identity.exempts',
      level: 'MUST',
      says: 'identity first for a resource exempts it from later wildcard entries.',
      source: { ...source, row: 'ProviderConfiguration.identity: exempts' },
      capability: 'objects',
      faults: claims([
        [
          ...unnamed('secretbox'),
          'later-entry-takes-precedence',
          'identity-does-not-exempt',
          'identity-stores-encoded',
          'wildcard-for-core-selects-nothing',
          'wildcard-for-group-selects-core',
        ],
        ['the resource is stored unencrypted beside others that the wildcard selects'],
      ]),
    },
    () => {
      test('the resource is stored unencrypted beside others that the wildcard selects', async () => {
        await server.expectSealed(await server.creates(sorts.secrets), keys.core)
        const object = await server.creates(sorts.configmaps)

        await server.expectPlain(object)
        await server.expectReads(object)
      })
    },
  )
}
