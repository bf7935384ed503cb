import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { HarnessError } from '#harness/errors.ts'
import type { ApiServer } from '#harness/launch/api-server.ts'
import type { EncryptedServer } from '../../fixtures/encrypted-servers.ts'
import { type KmsUse, kmsSubject } from '../../fixtures/kms-servers.ts'
import { type MarkedObject, sorts } from '../../fixtures/marked-objects.ts'

const source = { document: 1, section: 'EncryptionConfiguration' } as const
const row = 'KMSConfiguration.cachesize'

// The server itself may store objects of the sort too, and each takes a place.
const fewer = 990
const more = 1_010
const most = 1_000
// So many at a time keep a server busy without making it refuse requests.
const atOnce = 16

// Objects that are encrypted otherwise ask nothing of their own plugin.
const ignored = (...titles: readonly string[]) => ({ 'encryption-config-ignored': titles })

/** How many keys are kept. */
export const cachesize = kmsSubject(
  {
    two: { sort: sorts.limitranges, version: 'v1', fields: { cachesize: 2 } },
    none: { sort: sorts.ingressclasses, version: 'v1', fields: { cachesize: -1 } },
    usual: { sort: sorts.configmaps, version: 'v1' },
  },
  ({ first, at }) => {
    const two = at('two')
    const none = at('none')
    const usual = at('usual')

    rule(
      {
        id: 'kms.cachesize.kept',
        level: 'MUST',
        says: 'What was decrypted is kept in memory unless cachesize is negative, and not asked for again.',
        source: { ...source, row },
        faults: {
          'kms-keys-never-cached': ['two reads of one object in a row cost no further call'],
          ...ignored('two reads of one object in a row cost no further call'),
        },
      },
      () => {
        test('two reads of one object in a row cost no further call', async () => {
          const object = await two.creates()
          expect(await two.calls('Encrypt'), 'calls to encrypt').not.toEqual([])
          await first.expectReads(object)

          expect(await costOf(two, () => readEach(first, [object, object]))).toBe(0)
        })
      },
    )

    rule(
      {
        id: 'kms.cachesize.most',
        level: 'MUST',
        says: 'No more than cachesize secrets are kept.',
        source: { ...source, row: `${row}, maximum` },
        faults: {
          'kms-cachesize-ignored': ['three objects read in turn cost calls with a cachesize of two'],
          ...ignored('three objects read in turn cost calls with a cachesize of two'),
        },
      },
      () => {
        test('three objects read in turn cost calls with a cachesize of two', async () => {
          const objects = [await two.creates(), await two.creates(), await two.creates()]
          await readEach(first, objects)

          // Whichever two are kept, the third one of a round is not.
          expect(await costOf(two, () => readEach(first, objects))).toBeGreaterThanOrEqual(1)
        })
      },
    )

    rule(
      {
        id: 'kms.cachesize.negative',
        level: 'MUST',
        says: 'A negative cachesize disables caching.',
        source: { document: 1, section: 'Limits', row: 'KMS cachesize, negative' },
        faults: {
          'kms-negative-cachesize-caches': ['every read of an object costs a call with a negative cachesize'],
          ...ignored('every read of an object costs a call with a negative cachesize'),
          'resource-name-selects-whole-group': [
            'every read of an object costs a call with a negative cachesize',
          ],
          'resource-with-group-selects-nothing': [
            'every read of an object costs a call with a negative cachesize',
          ],
        },
      },
      () => {
        test('every read of an object costs a call with a negative cachesize', async () => {
          const object = await none.creates()
          await first.expectReads(object)

          for (const time of ['second', 'third', 'fourth']) {
            const cost = await costOf(none, () => readEach(first, [object]))
            expect(cost, `calls for the ${time} read`).toBeGreaterThanOrEqual(1)
          }
        })
      },
    )

    rule(
      {
        id: 'kms.cachesize.default',
        waits: true,
        level: 'MUST',
        says: 'Without cachesize, 1000 secrets are kept.',
        source: { document: 1, section: 'Limits', row: 'KMS cachesize' },
        faults: {
          'kms-keys-never-cached': ['so many objects are read again without a call as fit into the default'],
          'kms-default-cachesize-halved': [
            'so many objects are read again without a call as fit into the default',
          ],
          'kms-default-cachesize-doubled': ['more objects than the default cost calls in each round'],
          ...ignored(
            'so many objects are read again without a call as fit into the default',
            'more objects than the default cost calls in each round',
          ),
        },
      },
      () => {
        test('so many objects are read again without a call as fit into the default', async () => {
          await fill(first, usual, fewer)
          expect(await usual.calls('Encrypt'), 'calls to encrypt').not.toEqual([])
          await listAll(first, fewer)

          expect(await costOf(usual, () => listAll(first, fewer))).toBe(0)
        })

        test('more objects than the default cost calls in each round', async () => {
          await fill(first, usual, more)
          await listAll(first, more)

          const cost = await costOf(usual, () => listAll(first, more))
          expect(cost, 'calls for those that cannot be kept').toBeGreaterThanOrEqual(more - most)
        })
      },
    )
  },
)

/** How many calls to decrypt something costs. */
async function costOf(place: KmsUse, action: () => Promise<void>): Promise<number> {
  const before = await place.calls('Decrypt')
  await action()
  return (await place.calls('Decrypt')).length - before.length
}

async function readEach(server: EncryptedServer, objects: readonly MarkedObject[]): Promise<void> {
  for (const object of objects) await server.expectReads(object)
}

const collection = '/api/v1/namespaces/default/configmaps'

// How many objects each server has already been given.
const filled = new WeakMap<ApiServer, number>()

/** Creates those of so many objects that are not there yet. */
async function fill(server: EncryptedServer, place: KmsUse, count: number): Promise<void> {
  await place.creates()
  const api = await server.server()
  const { kind, apiVersion } = place.sort
  let next = filled.get(api) ?? 0
  const one = async (): Promise<void> => {
    while (next < count) {
      const body = { kind, apiVersion, metadata: { name: `kept-${next++}` } }
      const { status } = await api.request({ method: 'POST', path: collection, body })
      if (![201, 409].includes(status))
        throw new HarnessError(
          'untestable',
          `POST ${collection} answered ${status} for ${body.metadata.name}.`,
        )
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  filled.set(api, Math.max(count, filled.get(api) ?? 0))
}

// Each of a thousand objects may take a call to the plugin, which a busy machine answers in its own time.
const listMs = 60_000

/** Reads all objects at once, which the store must have in this number at least. */
async function listAll(server: EncryptedServer, count: number): Promise<void> {
  const { status, body } = await (await server.server()).request({ path: collection, withinMs: listMs })
  expect(status, `the status of GET ${collection}`).toBe(200)
  const { items } = JSON.parse(body) as { items: unknown[] }
  expect(items.length, 'the objects in the list').toBeGreaterThanOrEqual(count)
}
