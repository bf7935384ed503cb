import { refuses, rulesOf, says, test } from '#kit'
import { firstServer, secondServer, kmsFixtures } from './servers.ts'
import { expectLateRead, expectTimeout, LatePlugin, delayOnce } from './late-plugin.ts'
import { resourceTypes } from '../../../shared/encryption/marked-objects.ts'

const { must } = rulesOf({
  document: 1,
  section: 'EncryptionConfiguration (v1)',
  overlaps: true,
  waits: true,
})
const statedMs = { short: 1_000, long: 5_000 } as const
const defaultMs = 3_000
// Delays within and after each limit, with a margin for a busy machine. Half of the limit or the default would give
// another result.
const answerMs = {
  withinShort: 700,
  afterShort: 2_000,
  withinLong: 4_000,
  withinDefault: 2_200,
  afterDefault: 4_300,
}

const withoutCache = { version: 'v1', fields: { cachesize: -1 } } as const

const kmsUse = kmsFixtures('timeout', {
  short: { ...withoutCache, type: resourceTypes.jobs, fields: { cachesize: -1, timeout: '1s' } },
  long: { ...withoutCache, type: resourceTypes.networkpolicies, fields: { cachesize: -1, timeout: '5s' } },
  usual: { ...withoutCache, type: resourceTypes.deployments },
  newer: { version: 'newer', type: resourceTypes.replicasets, fields: { timeout: '1s' } },
  late: { version: 'newer', type: resourceTypes.persistentvolumeclaims, fields: { timeout: '1s' } },
})

const shortTimeout = new LatePlugin(kmsUse('short'), firstServer, {
  timeout: statedMs.short,
  writeDelay: answerMs.afterShort,
  readDelays: { quick: answerMs.withinShort, late: answerMs.afterShort },
})
const longTimeout = new LatePlugin(kmsUse('long'), firstServer, {
  timeout: statedMs.long,
  writeDelay: answerMs.withinLong,
  readDelays: { quick: answerMs.withinLong },
})
const defaultTimeout = new LatePlugin(kmsUse('usual'), firstServer, {
  timeout: defaultMs,
  writeDelay: answerMs.afterDefault,
  readDelays: { quick: answerMs.withinDefault, late: answerMs.afterDefault },
})

must('kms.timeout.explicit', 'timeout', () => {
  says('A call to the plugin that takes longer than timeout has failed; an answer within it counts.')
  test(
    {
      title: 'an object is read if the plugin decrypts its key after 0.7 s, with a timeout of 1 s',
      id: 'an object is read whose key comes 0.7 s late at a timeout of 1 s',
    },
    () => shortTimeout.expectReads('quick', statedMs.short),
  ).sees('kms-timeout-halved')
  test(
    {
      title: 'an object is read if the plugin decrypts its key after 4 s, with a timeout of 5 s',
      id: 'an object is read whose key comes 4 s late at a timeout of 5 s',
    },
    () => longTimeout.expectReads('quick', statedMs.long),
  ).sees('kms-timeout-halved')
  test(
    {
      title: 'an object is stored if the plugin encrypts its key after 4 s, with a timeout of 5 s',
      id: 'an object is stored whose key is encrypted 4 s late at a timeout of 5 s',
    },
    () => longTimeout.expectStores(statedMs.long),
  ).sees('kms-timeout-halved')
  test(
    {
      title:
        'an object is read if the plugin decrypts its key after 0.7 s, with a timeout of 1 s in the newer version',
      id: 'the newer version reads an object whose key comes 0.7 s late at a timeout of 1 s',
    },
    async () => {
      await expectLateRead(
        secondServer,
        await delayOnce(kmsUse('newer'), answerMs.withinShort, statedMs.short),
        statedMs.short,
      )
    },
  ).sees('kms-timeout-halved')
  refuses(
    {
      title: 'to read an object whose key the plugin decrypts after 2 s, with a timeout of 1 s',
      id: 'to read an object whose key comes 2 s late at a timeout of 1 s',
    },
    () => shortTimeout.expectCannotRead('late'),
  ).sees('kms-decrypt-timeout-ignored')
  refuses(
    {
      title: 'to store an object whose key the plugin encrypts after 2 s, with a timeout of 1 s',
      id: 'to store an object whose key is encrypted 2 s late at a timeout of 1 s',
    },
    () => shortTimeout.expectCannotStore(),
  ).sees('kms-encrypt-timeout-ignored')
  refuses(
    {
      title:
        'to read an object whose key the plugin decrypts after 2 s, with a timeout of 1 s in the newer version',
      id: 'in the newer version to read an object whose key comes 2 s late at a timeout of 1 s',
    },
    async () => {
      await expectTimeout(secondServer, await delayOnce(kmsUse('late'), answerMs.afterShort, statedMs.short))
    },
  ).sees('kms-decrypt-timeout-ignored')
})

must('kms.timeout.default', { section: 'Limits', row: 'KMS timeout' }, () => {
  says('Without timeout, calls to the plugin may take 3 seconds.')
  test(
    {
      title: 'an object is read if the plugin decrypts its key after 2.2 s',
      id: 'an object is read whose key comes 2.2 s late',
    },
    () => defaultTimeout.expectReads('quick', defaultMs),
  ).sees('kms-default-timeout-halved')
  refuses(
    {
      title: 'to read an object whose key the plugin decrypts after 4.3 s',
      id: 'to read an object whose key comes 4.3 s late',
    },
    () => defaultTimeout.expectCannotRead('late'),
  ).sees('kms-default-timeout-doubled')
  refuses(
    {
      title: 'to store an object whose key the plugin encrypts after 4.3 s',
      id: 'to store an object whose key is encrypted 4.3 s late',
    },
    () => defaultTimeout.expectCannotStore(),
  ).sees('kms-default-timeout-doubled')
})
