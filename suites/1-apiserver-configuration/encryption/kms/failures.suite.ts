import { becomesTrue, expect, refuses, rulesOf, says, test } from '#kit'
import { fail, garbage, hangUp, type KmsAnswers, onEveryCall, unhealthy } from '#mocks/kms-plugin/index.ts'
import { firstServer, type KmsUse, secondServer, kmsFixtures } from './servers.ts'
import { resourceTypes } from '../../../shared/encryption/marked-objects.ts'
import { expectNoRead, expectNoWrite, forgetKey } from './dishonest-plugin.ts'

const { must, unspecified } = rulesOf({ document: 1, section: 'EncryptionConfiguration (v1)' })
const lockedError = fail('UNAVAILABLE', 'the key store is locked')

const failingAnswers = {
  fails: { encrypt: lockedError, encryptV1: lockedError, decryptV1: lockedError, decrypt: lockedError },
  'hangs up': { encrypt: hangUp, encryptV1: hangUp, decryptV1: hangUp, decrypt: hangUp },
} satisfies Readonly<Record<string, Partial<KmsAnswers>>>

const kmsUse = kmsFixtures('failures', {
  v1: { type: resourceTypes.cronjobs, version: 'v1', fields: { cachesize: -1 } },
  newer: { type: resourceTypes.statefulsets, version: 'newer' },
  wrong: { type: resourceTypes.daemonsets, version: 'newer' },
})

const v1 = kmsUse('v1')

must('kms.failures.write', { row: 'providers', aspect: 'writing by way of a plugin' }, () => {
  says('What the plugin does not encrypt is not stored, in particular not in plaintext.')
  test(
    { title: 'an object is stored through the plugin', id: 'an object is stored by way of the plugin' },
    async () => {
      const callsBefore = await v1.calls('Encrypt')
      await firstServer.expectSealed(await v1.create())

      expect(await v1.calls('Encrypt'), 'calls to encrypt').not.toHaveLength(callsBefore.length)
    },
  ).sees('kms-stores-plain')

  refuses('to store an object whose key the plugin fails to encrypt', async () => {
    await expectNoWrite(firstServer, v1, failingAnswers.fails)
  }).sees('failed-encryption-stores-plain')

  refuses(
    {
      title: 'to store an object while the plugin closes connections',
      id: 'to store an object while the plugin hangs up',
    },
    async () => {
      await expectNoWrite(firstServer, v1, failingAnswers['hangs up'])
    },
  ).sees('failed-encryption-stores-plain')
})

must('kms.failures.read', { row: 'providers', aspect: 'reading by way of a plugin' }, () => {
  says(
    'What the plugin does not decrypt, or decrypts to another key, cannot be read; nothing else is given in its place.',
  )
  test(
    { title: 'an object is read through the plugin', id: 'an object is read by way of the plugin' },
    async () => {
      const object = await v1.create()
      const callsBefore = await v1.calls('Decrypt')
      await firstServer.expectReads(object)

      expect(await v1.calls('Decrypt'), 'calls to decrypt').not.toHaveLength(callsBefore.length)
    },
  ).sees('kms-negative-cachesize-caches')

  refuses('to read an object whose key the plugin fails to decrypt', async () => {
    await expectNoRead(firstServer, v1, await v1.create(), failingAnswers.fails)
  }).sees('kms-failed-decryption-read-as-empty')

  refuses(
    {
      title: 'to read an object while the plugin closes connections',
      id: 'to read an object while the plugin hangs up',
    },
    async () => {
      await expectNoRead(firstServer, v1, await v1.create(), failingAnswers['hangs up'])
    },
  ).sees('kms-failed-decryption-read-as-empty')

  refuses(
    {
      title: 'to read an object whose key the plugin decrypts to a different key',
      id: 'to read an object whose key comes back as another one',
    },
    async () => {
      await expectNoRead(firstServer, v1, await v1.create(), garbage())
    },
  ).sees('kms-wrong-key-read-as-empty')

  refuses('to read an object whose key the plugin has lost', async () => {
    await expectNoRead(firstServer, v1, await forgetKey(v1), {})
  }).sees('kms-failed-decryption-read-as-empty')

  refuses(
    {
      title: 'to read an object whose key the plugin fails to decrypt, in the newer version',
      id: 'in the newer version to read an object whose key the plugin fails to decrypt',
    },
    async () => {
      const newerUse = kmsUse('newer')
      await expectNoRead(secondServer, newerUse, await newerUse.create(), failingAnswers.fails)
    },
  ).sees('kms-failed-decryption-read-as-empty')

  refuses(
    {
      title: 'to read an object whose key the plugin has lost, in the newer version',
      id: 'in the newer version to read an object whose key the plugin has lost',
    },
    async () => {
      const newerUse = kmsUse('newer')
      await expectNoRead(secondServer, newerUse, await forgetKey(newerUse), {})
    },
  ).sees('kms-failed-decryption-read-as-empty')

  refuses(
    {
      title: 'to read an object whose key the plugin decrypts to a different key, in the newer version',
      id: 'in the newer version to read an object whose key comes back as another one',
    },
    async () => {
      const garbageUse = kmsUse('wrong')
      await expectNoRead(secondServer, garbageUse, await garbageUse.create(), garbage())
    },
  ).sees('kms-wrong-key-read-as-empty')
})

unspecified('kms.failures.health', { section: 'Endpoints', row: 'KMS provider', aspect: 'health' }, () => {
  says('Unspecified: whether the health of the server depends on that of its plugins.')
  test(
    {
      title: 'the report of the server about a plugin of version 1 that fails is recorded',
      id: 'what the server says of a plugin of version 1 that fails is recorded',
    },
    async (check) => {
      const countsByAnswer = await healthStatuses(v1, onEveryCall(lockedError))
      check.observe('answers within 3 s', countsByAnswer)
    },
  )

  test(
    {
      title: 'the report of the server about an unhealthy plugin of the newer version is recorded',
      id: 'what the server says of a plugin of the newer version that is not well is recorded',
    },
    async (check) => {
      check.observe('answers within 3 s', await healthStatuses(kmsUse('newer'), unhealthy()))
    },
  )
})

// Longest time that these checks wait for a server to query a plugin.
const detectedWithinMs = 3_000

/**
 * Returns the status of each health endpoint while the plugin gives the responses. Waits until a status is not 200, or
 * until a timeout.
 */
async function healthStatuses(
  use: KmsUse,
  answers: Partial<KmsAnswers>,
): Promise<Readonly<Record<string, number>>> {
  const plugin = await use.plugin()
  const api = await firstServer.server()
  plugin.answer(answers)
  const statuses: Record<string, number> = {}
  await becomesTrue(async () => {
    for (const path of ['/livez', '/readyz', '/healthz'])
      statuses[path] = (await api.request({ path })).status
    return Object.values(statuses).some((status) => status !== 200)
  }, detectedWithinMs)
  plugin.reset()
  return statuses
}
