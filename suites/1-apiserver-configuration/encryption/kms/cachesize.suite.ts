import { expect, rulesOf, says, test } from '#kit'
import type { EncryptedServer } from '../../../shared/encryption/servers.ts'
import { type KmsUse, firstServer, kmsFixtures } from './servers.ts'
import { type MarkedObject, resourceTypes } from '../../../shared/encryption/marked-objects.ts'
import { fillStore, listAll } from './many-objects.ts'

const { must } = rulesOf({ document: 1, section: 'EncryptionConfiguration (v1)' })
const rows = ['cachesize']

// Below the limit, because the server itself may also store objects of the type in the cache.
const belowLimit = 990
const aboveLimit = 1_010
const cacheLimit = 1_000

const kmsUse = kmsFixtures('cachesize', {
  two: { type: resourceTypes.limitranges, version: 'v1', fields: { cachesize: 2 } },
  none: { type: resourceTypes.ingressclasses, version: 'v1', fields: { cachesize: -1 } },
  usual: { type: resourceTypes.configmaps, version: 'v1' },
})

const twoSecretsUse = kmsUse('two')
const uncachedUse = kmsUse('none')
const defaultUse = kmsUse('usual')

must('kms.cachesize.kept', rows, () => {
  says('What was decrypted is kept in memory unless cachesize is negative, and not asked for again.')
  test(
    {
      title: 'a second read of an object leads to no second call',
      id: 'two reads of one object in a row cost no further call',
    },
    async () => {
      const object = await twoSecretsUse.create()
      expect(await twoSecretsUse.calls('Encrypt'), 'calls to encrypt').not.toEqual([])
      await firstServer.expectReads(object)

      expect(await costOf(twoSecretsUse, () => readEach(firstServer, [object, object]))).toBe(0)
    },
  ).sees('kms-keys-never-cached')
})

must('kms.cachesize.most', { rows, aspect: 'maximum' }, () => {
  says('No more than cachesize secrets are kept.')
  test(
    {
      title: 'reads of three objects in turn lead to calls with a cachesize of two',
      id: 'three objects read in turn cost calls with a cachesize of two',
    },
    async () => {
      const objects = [
        await twoSecretsUse.create(),
        await twoSecretsUse.create(),
        await twoSecretsUse.create(),
      ]
      await readEach(firstServer, objects)

      // Whichever two secrets are cached, the third secret of a round is not.
      expect(await costOf(twoSecretsUse, () => readEach(firstServer, objects))).toBeGreaterThanOrEqual(1)
    },
  ).sees('kms-cachesize-ignored')
})

must('kms.cachesize.negative', { section: 'Limits', row: 'KMS cachesize', aspect: 'negative' }, () => {
  says('A negative cachesize disables caching.')
  test(
    {
      title: 'every read of an object leads to a call with a negative cachesize',
      id: 'every read of an object costs a call with a negative cachesize',
    },
    async () => {
      const object = await uncachedUse.create()
      await firstServer.expectReads(object)

      for (const ordinal of ['second', 'third', 'fourth']) {
        const cost = await costOf(uncachedUse, () => readEach(firstServer, [object]))
        expect(cost, `calls for the ${ordinal} read`).toBeGreaterThanOrEqual(1)
      }
    },
  ).sees('kms-negative-cachesize-caches')
})

must('kms.cachesize.default', { section: 'Limits', row: 'KMS cachesize', waits: true }, () => {
  says('Without cachesize, 1000 secrets are kept.')
  test(
    {
      title: 'reading as many objects as fit in the default cache again makes no KMS call',
      id: 'so many objects are read again without a call as fit into the default',
    },
    async () => {
      await fillStore(firstServer, defaultUse, belowLimit)
      expect(await defaultUse.calls('Encrypt'), 'calls to encrypt').not.toEqual([])
      await listAll(firstServer, belowLimit)

      expect(await costOf(defaultUse, () => listAll(firstServer, belowLimit))).toBe(0)
    },
  ).sees('kms-default-cachesize-halved')

  test(
    {
      title: 'reading more objects than fit in the default cache makes KMS calls in each round',
      id: 'more objects than the default cost calls in each round',
    },
    async () => {
      await fillStore(firstServer, defaultUse, aboveLimit)
      await listAll(firstServer, aboveLimit)

      const cost = await costOf(defaultUse, () => listAll(firstServer, aboveLimit))
      expect(cost, 'calls for those that cannot be kept').toBeGreaterThanOrEqual(aboveLimit - cacheLimit)
    },
  ).sees('kms-default-cachesize-doubled')
})

/** Returns the number of decrypt calls that an action causes. */
async function costOf(place: KmsUse, action: () => Promise<void>): Promise<number> {
  const callsBefore = await place.calls('Decrypt')
  await action()
  return (await place.calls('Decrypt')).length - callsBefore.length
}

async function readEach(server: EncryptedServer, objects: readonly MarkedObject[]): Promise<void> {
  for (const object of objects) await server.expectReads(object)
}
