import { refuses, rulesOf, says, test } from '#kit'
import { first, second, kmsFixtures } from './servers.ts'
import { expectLateRead, expectTimeout, LatePlugin, delayOnce } from './late-plugin.ts'
import { resourceTypes } from '../../../shared/encryption/marked-objects.ts'

const { must } = rulesOf({
  document: 1,
  section: 'EncryptionConfiguration (v1)',
  overlaps: true,
  waits: true,
})
const explicit = { short: 1_000, long: 5_000 } as const
const defaultMs = 3_000
// Delays before and after the effective limit, with margin for a busy machine, and on the other side of half of it or
// of the default.
const late = {
  withinShort: 700,
  afterShort: 2_000,
  withinLong: 4_000,
  withinDefault: 2_200,
  afterDefault: 4_300,
}

const cacheless = { version: 'v1', fields: { cachesize: -1 } } as const

const at = kmsFixtures('timeout', {
  short: { ...cacheless, type: resourceTypes.jobs, fields: { cachesize: -1, timeout: '1s' } },
  long: { ...cacheless, type: resourceTypes.networkpolicies, fields: { cachesize: -1, timeout: '5s' } },
  usual: { ...cacheless, type: resourceTypes.deployments },
  newer: { version: 'newer', type: resourceTypes.replicasets, fields: { timeout: '1s' } },
  late: { version: 'newer', type: resourceTypes.persistentvolumeclaims, fields: { timeout: '1s' } },
})

const short = new LatePlugin(at('short'), first, {
  timeout: explicit.short,
  write: late.afterShort,
  reads: { quick: late.withinShort, late: late.afterShort },
})
const long = new LatePlugin(at('long'), first, {
  timeout: explicit.long,
  write: late.withinLong,
  reads: { quick: late.withinLong },
})
const usual = new LatePlugin(at('usual'), first, {
  timeout: defaultMs,
  write: late.afterDefault,
  reads: { quick: late.withinDefault, late: late.afterDefault },
})

must('kms.timeout.explicit', 'timeout', () => {
  says('A call to the plugin that takes longer than timeout has failed; an answer within it counts.')
  test(
    {
      title: 'an object is read if the plugin decrypts its key after 0.7 s, with a timeout of 1 s',
      id: 'an object is read whose key comes 0.7 s late at a timeout of 1 s',
    },
    () => short.expectReads('quick', explicit.short),
  ).sees('kms-timeout-halved')
  test(
    {
      title: 'an object is read if the plugin decrypts its key after 4 s, with a timeout of 5 s',
      id: 'an object is read whose key comes 4 s late at a timeout of 5 s',
    },
    () => long.expectReads('quick', explicit.long),
  ).sees('kms-timeout-halved')
  test(
    {
      title: 'an object is stored if the plugin encrypts its key after 4 s, with a timeout of 5 s',
      id: 'an object is stored whose key is encrypted 4 s late at a timeout of 5 s',
    },
    () => long.expectStores(explicit.long),
  ).sees('kms-timeout-halved')
  test(
    {
      title:
        'an object is read if the plugin decrypts its key after 0.7 s, with a timeout of 1 s in the newer version',
      id: 'the newer version reads an object whose key comes 0.7 s late at a timeout of 1 s',
    },
    async () => {
      await expectLateRead(
        second,
        await delayOnce(at('newer'), late.withinShort, explicit.short),
        explicit.short,
      )
    },
  ).sees('kms-timeout-halved')
  refuses(
    {
      title: 'to read an object whose key the plugin decrypts after 2 s, with a timeout of 1 s',
      id: 'to read an object whose key comes 2 s late at a timeout of 1 s',
    },
    () => short.expectCannotRead('late'),
  ).sees('kms-decrypt-timeout-ignored')
  refuses(
    {
      title: 'to store an object whose key the plugin encrypts after 2 s, with a timeout of 1 s',
      id: 'to store an object whose key is encrypted 2 s late at a timeout of 1 s',
    },
    () => short.expectCannotStore(),
  ).sees('kms-encrypt-timeout-ignored')
  refuses(
    {
      title:
        'to read an object whose key the plugin decrypts after 2 s, with a timeout of 1 s in the newer version',
      id: 'in the newer version to read an object whose key comes 2 s late at a timeout of 1 s',
    },
    async () => {
      await expectTimeout(second, await delayOnce(at('late'), late.afterShort, explicit.short))
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
    () => usual.expectReads('quick', defaultMs),
  ).sees('kms-default-timeout-halved')
  refuses(
    {
      title: 'to read an object whose key the plugin decrypts after 4.3 s',
      id: 'to read an object whose key comes 4.3 s late',
    },
    () => usual.expectCannotRead('late'),
  ).sees('kms-default-timeout-doubled')
  refuses(
    {
      title: 'to store an object whose key the plugin encrypts after 4.3 s',
      id: 'to store an object whose key is encrypted 4.3 s late',
    },
    () => usual.expectCannotStore(),
  ).sees('kms-default-timeout-doubled')
})
