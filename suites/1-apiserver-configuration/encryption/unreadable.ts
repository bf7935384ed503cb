import { rule, test } from '#harness/check/rule.ts'
import { claims, unnamed } from './claims.ts'
import { old, roles, type TwoConfigurations } from './two-configurations.ts'

const unlistedKey = 'an error answers for data of a key that is not listed'
const otherSecret = 'an error answers for data of a key whose name is listed with another secret'
const identityOnly = 'an error answers for encrypted data where only identity is listed'
const noIdentity = 'an error answers for unencrypted data where identity is not listed'

/** Data that no provider of the list can read. */
export function unreadable({ before, after }: TwoConfigurations): void {
  rule(
    {
      id: 'encryption.providers.unreadable',
      level: 'MUST',
      says: 'Only the listed providers read the data: what none of them can read is answered with an error.',
      source: {
        document: 1,
        section: 'EncryptionConfiguration',
        row: 'ResourceConfiguration.providers: nothing else reads',
      },
      capability: 'objects-of-groups',
      faults: claims(
        [
          ['encryption-config-ignored', 'last-provider-writes', 'resource-with-group-selects-nothing'],
          [unlistedKey],
        ],
        [
          [
            'encryption-config-ignored',
            'secretbox-stores-plain',
            'secretbox-stores-base64',
            'resource-with-group-selects-nothing',
          ],
          [otherSecret],
        ],
        [[...unnamed('aesgcm'), 'resource-with-group-selects-nothing'], [identityOnly]],
        [
          [
            'encryption-config-ignored',
            'plain-read-without-identity',
            'identity-stores-encoded',
            'resource-with-group-selects-nothing',
          ],
          [noIdentity],
        ],
      ),
    },
    () => {
      test(unlistedKey, async () => {
        const object = await after.creates(roles.split)
        await after.expectReads(object)

        await before.expectCannotRead(object)
      })

      test(otherSecret, async () => {
        const object = await before.creates(roles.named)
        await before.expectReads(object)

        await after.expectCannotRead(object)
      })

      test(identityOnly, async () => {
        const object = await before.creates(roles.stranded)
        await before.expectSealed(object, old.stranded)
        await before.expectReads(object)

        await after.expectCannotRead(object)
      })

      test(noIdentity, async () => {
        const object = await before.creates(roles.strict)
        await before.expectPlain(object)
        await before.expectReads(object)

        await after.expectCannotRead(object)
      })
    },
  )
}
