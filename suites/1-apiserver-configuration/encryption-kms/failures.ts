import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { fail, garbage, hangUp, type KmsAnswers } from '#mocks/kms-plugin/index.ts'
import { expectNotStored } from '../../fixtures/at-rest.ts'
import type { EncryptedServer } from '../../fixtures/encrypted-servers.ts'
import { type KmsUse, kmsSubject } from '../../fixtures/kms-servers.ts'
import { askForMarked, type MarkedObject, sorts } from '../../fixtures/marked-objects.ts'
import { health } from './health.ts'

const source = { document: 1, section: 'EncryptionConfiguration', row: 'ProviderConfiguration.kms' } as const
const locked = fail('UNAVAILABLE', 'the key store is locked')

const refused = {
  fails: { encrypt: locked, encryptV1: locked, decryptV1: locked, decrypt: locked },
  'hangs up': { encrypt: hangUp, encryptV1: hangUp, decryptV1: hangUp, decrypt: hangUp },
} satisfies Readonly<Record<string, Partial<KmsAnswers>>>

const writes = {
  works: 'an object is stored by way of the plugin',
  fails: 'refuses to store an object whose key the plugin fails to encrypt',
  hangsUp: 'refuses to store an object while the plugin hangs up',
} as const

const reads = {
  works: 'an object is read by way of the plugin',
  fails: 'refuses to read an object whose key the plugin fails to decrypt',
  hangsUp: 'refuses to read an object while the plugin hangs up',
  wrong: 'refuses to read an object whose key comes back as another one',
  lost: 'refuses to read an object whose key the plugin has lost',
  newerFails: 'refuses in the newer version to read an object whose key the plugin fails to decrypt',
  newerLost: 'refuses in the newer version to read an object whose key the plugin has lost',
  newerWrong: 'refuses in the newer version to read an object whose key comes back as another one',
} as const

/** What happens where a plugin does not help. */
export const failures = kmsSubject(
  {
    v1: { sort: sorts.cronjobs, version: 'v1', fields: { cachesize: -1 } },
    newer: { sort: sorts.statefulsets, version: 'newer' },
    wrong: { sort: sorts.daemonsets, version: 'newer' },
  },
  ({ first, second, at }) => {
    const v1 = at('v1')

    rule(
      {
        id: 'kms.failures.write',
        level: 'MUST',
        says: 'What the plugin does not encrypt is not stored, least of all as it is.',
        source: { ...source, row: 'ResourceConfiguration.providers, writing by way of a plugin' },
        faults: {
          'encryption-config-ignored': Object.values(writes),
          'resource-with-group-selects-nothing': Object.values(writes),
          'kms-stores-plain': [writes.works],
          'failed-encryption-stores-plain': [writes.fails, writes.hangsUp],
        },
      },
      () => {
        test(writes.works, async () => {
          const before = await v1.calls('Encrypt')
          await first.expectSealed(await v1.creates())

          expect(await v1.calls('Encrypt'), 'calls to encrypt').not.toHaveLength(before.length)
        })

        test(writes.fails, async () => {
          await expectNoWrite(first, v1, refused.fails)
        })

        test(writes.hangsUp, async () => {
          await expectNoWrite(first, v1, refused['hangs up'])
        })
      },
    )

    rule(
      {
        id: 'kms.failures.read',
        level: 'MUST',
        says: 'What the plugin does not decrypt, or decrypts to another key, cannot be read; nothing else is given in its place.',
        source: { ...source, row: 'ResourceConfiguration.providers, reading by way of a plugin' },
        faults: {
          'encryption-config-ignored': Object.values(reads),
          'resource-with-group-selects-nothing': Object.values(reads),
          'resource-name-selects-whole-group': [reads.newerWrong],
          'kms-failed-decryption-read-as-empty': [
            reads.fails,
            reads.hangsUp,
            reads.lost,
            reads.newerFails,
            reads.newerLost,
          ],
          'kms-negative-cachesize-caches': [reads.works, reads.fails, reads.hangsUp, reads.wrong, reads.lost],
          'kms-wrong-key-read-as-empty': [reads.wrong, reads.newerWrong],
          'kms-plugin-key-not-used': [reads.wrong, reads.newerWrong],
          'kms-stores-plain': [reads.wrong, reads.newerWrong],
        },
      },
      () => {
        test(reads.works, async () => {
          const object = await v1.creates()
          const before = await v1.calls('Decrypt')
          await first.expectReads(object)

          expect(await v1.calls('Decrypt'), 'calls to decrypt').not.toHaveLength(before.length)
        })

        test(reads.fails, async () => {
          await expectNoRead(first, v1, await v1.creates(), refused.fails)
        })

        test(reads.hangsUp, async () => {
          await expectNoRead(first, v1, await v1.creates(), refused['hangs up'])
        })

        test(reads.wrong, async () => {
          await expectNoRead(first, v1, await v1.creates(), garbage())
        })

        test(reads.lost, async () => {
          await expectNoRead(first, v1, await losing(v1), {})
        })

        test(reads.newerFails, async () => {
          const newer = at('newer')
          await expectNoRead(second, newer, await newer.creates(), refused.fails)
        })

        test(reads.newerLost, async () => {
          const newer = at('newer')
          await expectNoRead(second, newer, await losing(newer), {})
        })

        test(reads.newerWrong, async () => {
          const wrong = at('wrong')
          await expectNoRead(second, wrong, await wrong.creates(), garbage())
        })
      },
    )

    health(first, v1, at('newer'))
  },
)

async function expectNoWrite(
  server: EncryptedServer,
  use: KmsUse,
  answers: Partial<KmsAnswers>,
): Promise<void> {
  const before = await use.calls('Encrypt')
  await whileAnswering(use, answers, async () => {
    const asked = await askForMarked(await server.server(), use.sort)

    expect((await use.calls('Encrypt')).length, 'calls to encrypt').toBeGreaterThan(before.length)
    await expectNotStored(await server.storage(), asked)
  })
}

async function expectNoRead(
  server: EncryptedServer,
  use: KmsUse,
  object: MarkedObject,
  answers: Partial<KmsAnswers>,
): Promise<void> {
  const before = await use.calls('Decrypt')
  await whileAnswering(use, answers, async () => {
    await server.expectCannotRead(object)

    expect((await use.calls('Decrypt')).length, 'calls to decrypt').toBeGreaterThan(before.length)
  })
}

/** Whatever comes of it, the plugin is honest again for the next check. */
async function whileAnswering(
  use: KmsUse,
  answers: Partial<KmsAnswers>,
  action: () => Promise<void>,
): Promise<void> {
  const plugin = await use.plugin()
  plugin.answer(answers)
  try {
    await action()
  } finally {
    plugin.reset()
  }
}

/** Stores an object, after which the plugin changes its key and loses the old one. */
async function losing(use: KmsUse): Promise<MarkedObject> {
  const object = await use.creates()
  const { keys } = await use.plugin()
  const lost = keys.current
  keys.rotate()
  keys.forget(lost)
  return object
}
