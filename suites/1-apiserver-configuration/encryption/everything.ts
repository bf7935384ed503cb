import { rule, test } from '#harness/check/rule.ts'
import { identity, keyed, secretKey, stores } from '../../fixtures/encryption-configuration.ts'
import { EncryptedServer, sharedStorage } from '../../fixtures/encrypted-servers.ts'
import { customSort, sorts } from '../../fixtures/marked-objects.ts'
import { claims, unnamed } from './claims.ts'

const section = 'EncryptionConfiguration'
const keys = { named: secretKey('aesgcm'), all: secretKey('secretbox') } as const
const custom = customSort('gammas.one.conformance.example')

/** The wildcard for all resources, with names before it. */
export function everything(): void {
  const server = new EncryptedServer(sharedStorage(), [
    stores(sorts.configmaps.resource, identity),
    stores(sorts.deployments.resource, keyed(keys.named)),
    stores('*.*', keyed(keys.all)),
  ])

  rule(
    {
      id: 'encryption.resources.all-wildcard',
      level: 'MUST',
      says: '*.* selects all resources, custom resources too.',
      source: { document: 1, section, row: 'ResourceConfiguration.resources, *.*' },
      capability: 'objects-of-groups',
      faults: claims(
        [
          unnamed('secretbox'),
          [
            'resources of the core group are selected',
            'resources of other groups are selected',
            'custom resources that were added after the start are selected',
          ],
        ],
        [['wildcard-for-all-skips-core'], ['resources of the core group are selected']],
        [['wildcard-for-all-selects-core-only'], ['resources of other groups are selected']],
        [
          ['wildcard-for-all-skips-custom-resources'],
          ['custom resources that were added after the start are selected'],
        ],
      ),
    },
    () => {
      test('resources of the core group are selected', async () => {
        await server.expectSealed(await server.creates(sorts.secrets), keys.all)
        await server.expectSealed(await server.creates(sorts.limitranges), keys.all)
      })

      test('resources of other groups are selected', async () => {
        await server.expectSealed(await server.creates(sorts.jobs), keys.all)
        await server.expectSealed(await server.creates(sorts.storageclasses), keys.all)
      })

      test('custom resources that were added after the start are selected', async () => {
        const object = await server.createsCustom(custom)

        await server.expectSealed(object, keys.all)
        await server.expectReads(object)
      })
    },
  )

  rule(
    {
      id: 'encryption.resources.order-before-all',
      level: 'MUST',
      says: 'Entries that name a resource take precedence over a later *.*.',
      source: { document: 1, section, row: 'ResourceConfiguration.resources, order before *.*' },
      capability: 'objects-of-groups',
      faults: claims(
        [
          [...unnamed('aesgcm'), 'later-entry-takes-precedence', 'resource-with-group-selects-nothing'],
          ['the key of the earlier entry writes'],
        ],
        [
          [
            ...unnamed('secretbox'),
            'later-entry-takes-precedence',
            'identity-does-not-exempt',
            'identity-stores-encoded',
            'wildcard-for-all-skips-core',
          ],
          ['identity in an earlier entry exempts the resource'],
        ],
      ),
    },
    () => {
      test('the key of the earlier entry writes', async () => {
        await server.expectSealed(await server.creates(sorts.deployments), keys.named)
      })

      test('identity in an earlier entry exempts the resource', async () => {
        await server.expectSealed(await server.creates(sorts.secrets), keys.all)

        await server.expectPlain(await server.creates(sorts.configmaps))
      })
    },
  )
}
