import { rule, test } from '#harness/check/rule.ts'
import { roles, type TwoConfigurations } from './two-configurations.ts'

const source = {
  document: 1,
  section: 'EncryptionConfiguration (v1)',
  rows: ['identity'],
} as const

/** What identity stores and reads. */
export function identityProvider({ before }: TwoConfigurations): void {
  rule(
    {
      id: 'encryption.identity.stores-plain',
      level: 'MUST',
      says: 'identity stores data unencrypted.',
      source,
      capability: 'objects',
    },
    () => {
      test(
        { title: 'an object is stored in plaintext', id: 'an object stands in the store as it is' },
        async () => {
          const object = await before.creates(roles.begun)

          await before.expectPlain(object)
          await before.expectReads(object)
        },
      ).sees('identity-stores-encoded')
    },
  )
}
