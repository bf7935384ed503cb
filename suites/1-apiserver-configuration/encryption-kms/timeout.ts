import { rule, test } from '#harness/check/rule.ts'
import { kmsSubject } from '../../fixtures/kms-servers.ts'
import { expectLateRead, expectTooLate, LatePlugin, lateOnce } from '../../fixtures/late-plugin.ts'
import { sorts } from '../../fixtures/marked-objects.ts'

const source = { document: 1, section: 'EncryptionConfiguration' } as const
const explicit = { short: 1_000, long: 5_000 } as const
const defaultMs = 3_000
// Before and after the limit that counts, with room for a busy machine, and on the other side of half of it or of the default.
const late = {
  withinShort: 700,
  afterShort: 2_000,
  withinLong: 4_000,
  withinDefault: 2_200,
  afterDefault: 4_300,
}

const titles = {
  short: 'an object is read whose key comes 0.7 s late at a timeout of 1 s',
  long: 'an object is read whose key comes 4 s late at a timeout of 5 s',
  longWrite: 'an object is stored whose key is encrypted 4 s late at a timeout of 5 s',
  newer: 'the newer version reads an object whose key comes 0.7 s late at a timeout of 1 s',
  lateRead: 'refuses to read an object whose key comes 2 s late at a timeout of 1 s',
  lateWrite: 'refuses to store an object whose key is encrypted 2 s late at a timeout of 1 s',
  lateNewer: 'refuses in the newer version to read an object whose key comes 2 s late at a timeout of 1 s',
  usual: 'an object is read whose key comes 2.2 s late',
  usualLateRead: 'refuses to read an object whose key comes 4.3 s late',
  usualLateWrite: 'refuses to store an object whose key is encrypted 4.3 s late',
} as const

const defaultTitles: readonly string[] = [titles.usual, titles.usualLateRead, titles.usualLateWrite]
const explicitTitles = Object.values(titles).filter((title) => !defaultTitles.includes(title))

// Objects that are encrypted otherwise ask nothing of their own plugin.
const ignored = (of: readonly string[]) => {
  const ofGroups = of.filter((title) => title !== titles.lateNewer)
  return {
    'encryption-config-ignored': of,
    'resource-name-selects-whole-group': ofGroups,
    'resource-with-group-selects-nothing': ofGroups,
  }
}

const cacheless = { version: 'v1', fields: { cachesize: -1 } } as const

/** How long plugins may take. */
export const timeout = kmsSubject(
  {
    short: { ...cacheless, sort: sorts.jobs, fields: { cachesize: -1, timeout: '1s' } },
    long: { ...cacheless, sort: sorts.networkpolicies, fields: { cachesize: -1, timeout: '5s' } },
    usual: { ...cacheless, sort: sorts.deployments },
    newer: { version: 'newer', sort: sorts.replicasets, fields: { timeout: '1s' } },
    late: { version: 'newer', sort: sorts.persistentvolumeclaims, fields: { timeout: '1s' } },
  },
  ({ first, second, at }) => {
    const short = new LatePlugin(at('short'), first, {
      write: late.afterShort,
      reads: { quick: late.withinShort, late: late.afterShort },
    })
    const long = new LatePlugin(at('long'), first, {
      write: late.withinLong,
      reads: { quick: late.withinLong },
    })
    const usual = new LatePlugin(at('usual'), first, {
      write: late.afterDefault,
      reads: { quick: late.withinDefault, late: late.afterDefault },
    })

    rule(
      {
        id: 'kms.timeout.explicit',
        waits: true,
        level: 'MUST',
        says: 'A call to the plugin that takes longer than timeout has failed; an answer within it counts.',
        source: { ...source, row: 'KMSConfiguration.timeout' },
        overlaps: true,
        faults: {
          'kms-timeout-ignored': [
            titles.long,
            titles.longWrite,
            titles.lateRead,
            titles.lateWrite,
            titles.lateNewer,
          ],
          'kms-timeout-halved': [titles.short, titles.long, titles.longWrite, titles.newer],
          'kms-encrypt-timeout-ignored': [titles.lateWrite],
          'kms-decrypt-timeout-ignored': [titles.lateRead, titles.lateNewer],
          'failed-encryption-stores-plain': [titles.lateWrite],
          'kms-failed-decryption-read-as-empty': [titles.lateRead, titles.lateNewer],
          ...ignored(explicitTitles),
          'kms-negative-cachesize-caches': explicitTitles.filter(
            (title) => title !== titles.newer && title !== titles.lateNewer,
          ),
        },
      },
      () => {
        test(titles.short, () => short.expectReads('quick', explicit.short))
        test(titles.long, () => long.expectReads('quick', explicit.long))
        test(titles.longWrite, () => long.expectStores(explicit.long))
        test(titles.newer, async () => {
          await expectLateRead(second, await lateOnce(at('newer'), late.withinShort), explicit.short)
        })
        test(titles.lateRead, () => short.expectCannotRead('late'))
        test(titles.lateWrite, () => short.expectCannotStore())
        test(titles.lateNewer, async () => {
          await expectTooLate(second, await lateOnce(at('late'), late.afterShort))
        })
      },
    )

    rule(
      {
        id: 'kms.timeout.default',
        waits: true,
        level: 'MUST',
        says: 'Without timeout, calls to the plugin may take 3 seconds.',
        source: { document: 1, section: 'Limits', row: 'KMS timeout' },
        overlaps: true,
        faults: {
          'kms-default-timeout-halved': [titles.usual],
          'kms-default-timeout-doubled': [titles.usualLateRead, titles.usualLateWrite],
          'kms-encrypt-timeout-ignored': [titles.usualLateWrite],
          'kms-decrypt-timeout-ignored': [titles.usualLateRead],
          'failed-encryption-stores-plain': [titles.usualLateWrite],
          'kms-failed-decryption-read-as-empty': [titles.usualLateRead],
          ...ignored(defaultTitles),
          'kms-negative-cachesize-caches': defaultTitles,
        },
      },
      () => {
        test(titles.usual, () => usual.expectReads('quick', defaultMs))
        test(titles.usualLateRead, () => usual.expectCannotRead('late'))
        test(titles.usualLateWrite, () => usual.expectCannotStore())
      },
    )
  },
)
