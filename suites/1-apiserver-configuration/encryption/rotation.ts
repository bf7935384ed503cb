import { rule, test } from '#harness/check/rule.ts'
import { claims, unnamed } from './claims.ts'
import { next, old, roles, type TwoConfigurations } from './two-configurations.ts'

const section = 'EncryptionConfiguration'
const providersRow = { document: 1, section, row: 'ResourceConfiguration.providers' } as const

const splitRead = 'data of a later entry of the same provider is read'
const splitWrite = 'new data is stored by the first entry of the same provider'
const unselected = ['resource-with-group-selects-nothing', 'resource-name-selects-whole-group'] as const

/** Lists of providers that changed after data had been stored. */
export function rotation({ before, after }: TwoConfigurations): void {
  rule(
    {
      id: 'encryption.providers.order',
      level: 'MUST',
      says: 'Of the providers of an entry the first one writes, and every one reads what it wrote.',
      source: { ...providersRow, row: `${providersRow.row}, order` },
      capability: 'objects-of-groups',
      faults: claims(
        [
          [...unnamed('secretbox'), 'last-provider-writes', ...unselected],
          [
            'new data is stored by the first provider',
            'data that is written again is stored by the first provider',
          ],
        ],
        [unnamed('aescbc'), [splitRead, splitWrite]],
        [['resource-with-group-selects-nothing'], [splitRead, splitWrite]],
        [['last-provider-writes'], [splitWrite]],
        [
          ['only-first-provider-reads'],
          [
            'data of a later provider is read',
            'data that is written again is stored by the first provider',
            splitRead,
          ],
        ],
      ),
    },
    () => {
      test('new data is stored by the first provider', async () => {
        const object = await after.creates(roles.replaced)

        await after.expectSealed(object, next.replaced)
        await after.expectReads(object)
      })

      test('data of a later provider is read', async () => {
        const object = await before.creates(roles.replaced)
        await before.expectReads(object)

        await after.expectReads(object)
      })

      test('data that is written again is stored by the first provider', async () => {
        const object = await after.changes(await before.creates(roles.replaced))

        await after.expectSealed(object, next.replaced)
        await after.expectReads(object)
      })

      test(splitRead, async () => {
        const object = await before.creates(roles.split)
        await before.expectSealed(object, old.split)

        await after.expectReads(object)
      })

      test(splitWrite, async () => {
        await after.expectSealed(await after.creates(roles.split), next.split)
      })
    },
  )

  rule(
    {
      id: 'encryption.identity.later',
      level: 'MUST',
      says: 'Behind another provider identity reads what is stored unencrypted, and the other one writes.',
      source: { document: 1, section, row: 'ProviderConfiguration.identity: later in the list' },
      capability: 'objects',
      faults: claims(
        [
          [...unnamed('aesgcm'), 'last-provider-writes'],
          ['new data is encrypted', 'data that was stored unencrypted is encrypted when it is written again'],
        ],
        [
          ['only-first-provider-reads', 'identity-later-in-list-reads-nothing'],
          [
            'data that was stored unencrypted is read',
            'data that was stored unencrypted is encrypted when it is written again',
          ],
        ],
        [['identity-stores-encoded'], ['data that was stored unencrypted is read']],
      ),
    },
    () => {
      test('data that was stored unencrypted is read', async () => {
        const object = await before.creates(roles.begun)
        await before.expectPlain(object)

        await after.expectReads(object)
      })

      test('new data is encrypted', async () => {
        const object = await after.creates(roles.begun)

        await after.expectSealed(object, next.begun)
        await after.expectReads(object)
      })

      test('data that was stored unencrypted is encrypted when it is written again', async () => {
        const object = await after.changes(await before.creates(roles.begun))

        await after.expectSealed(object, next.begun)
        await after.expectReads(object)
      })
    },
  )

  rule(
    {
      id: 'encryption.identity.first',
      level: 'MUST',
      says: 'Before another provider identity writes, and the other one reads what it had encrypted.',
      source: { document: 1, section, row: 'ProviderConfiguration.identity: first in the list' },
      capability: 'objects-of-groups',
      faults: claims(
        [[...unnamed('aescbc'), 'resource-with-group-selects-nothing'], ['data that was encrypted is read']],
        [
          ['last-provider-writes', 'identity-stores-encoded'],
          [
            'new data is stored unencrypted',
            'data that was encrypted is stored unencrypted when it is written again',
          ],
        ],
        [
          ['only-first-provider-reads'],
          [
            'data that was encrypted is read',
            'data that was encrypted is stored unencrypted when it is written again',
          ],
        ],
      ),
    },
    () => {
      test('data that was encrypted is read', async () => {
        const object = await before.creates(roles.undone)
        await before.expectSealed(object, old.undone)

        await after.expectReads(object)
      })

      test('new data is stored unencrypted', async () => {
        const object = await after.creates(roles.undone)

        await after.expectPlain(object)
        await after.expectReads(object)
      })

      test('data that was encrypted is stored unencrypted when it is written again', async () => {
        const object = await after.changes(await before.creates(roles.undone))

        await after.expectPlain(object)
        await after.expectReads(object)
      })
    },
  )
}
