import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { identity, keyed, secretKey } from '../../fixtures/encryption-configuration.ts'
import { kmsSubject } from '../../fixtures/kms-servers.ts'
import { sorts } from '../../fixtures/marked-objects.ts'

const before = secretKey('aescbc')
const after = secretKey('secretbox')

const titles = {
  behind: 'a plugin behind another provider decrypts what it encrypted, and encrypts nothing new',
  ahead: 'a plugin before another provider encrypts what is new, and the other one decrypts',
  plain: 'a plugin before identity encrypts what is new, and what is stored plain is read',
} as const

/** Plugins in one list with other providers. */
export const order = kmsSubject(
  {
    behind: { sort: sorts.ingresses, version: 'v1', second: (kms) => [keyed(before), kms] },
    ahead: {
      sort: sorts.runtimeclasses,
      version: 'newer',
      first: () => [keyed(after)],
      second: (kms) => [kms, keyed(after)],
    },
    plain: {
      sort: sorts.persistentvolumes,
      version: 'v1',
      first: () => [identity],
      second: (kms) => [kms, identity],
    },
  },
  ({ first, second, at }) => {
    rule(
      {
        id: 'kms.order.with-others',
        level: 'MUST',
        says: 'A plugin stands in the list of providers like any other: the first one writes, and each reads what it wrote.',
        source: {
          document: 1,
          section: 'EncryptionConfiguration',
          row: 'ResourceConfiguration.providers, plugins among them',
        },
        faults: {
          'only-first-provider-reads': Object.values(titles),
          'last-provider-writes': Object.values(titles),
          'identity-later-in-list-reads-nothing': [titles.plain],
          'identity-stores-encoded': [titles.plain],
          'aescbc-stores-plain': [titles.behind],
          'aescbc-stores-base64': [titles.behind],
          'aescbc-key-name-not-stored': [titles.behind],
          'encryption-config-ignored': Object.values(titles),
          'kms-stores-plain': [titles.plain],
          'resource-with-group-selects-nothing': [titles.behind, titles.ahead],
        },
      },
      () => {
        test(titles.behind, async () => {
          const place = at('behind')
          await second.expectReads(await place.creates())
          expect(await place.calls('Decrypt'), 'calls to decrypt').not.toEqual([])

          const encrypted = await place.calls('Encrypt')
          const object = await second.creates(place.sort)
          await second.expectSealed(object, before)
          expect(await place.calls('Encrypt'), 'calls to encrypt').toEqual(encrypted)
        })

        test(titles.ahead, async () => {
          const place = at('ahead')
          await second.expectReads(await place.creates())

          const object = await second.creates(place.sort)
          await second.expectReads(object)
          await first.expectCannotRead(object)
        })

        test(titles.plain, async () => {
          const place = at('plain')
          const old = await place.creates()
          await first.expectPlain(old)
          await second.expectReads(old)

          const encrypted = await place.calls('Encrypt')
          const object = await second.creates(place.sort)
          await second.expectSealed(object)
          await second.expectReads(object)
          expect(await place.calls('Encrypt'), 'calls to encrypt').not.toEqual(encrypted)
        })
      },
    )
  },
)
