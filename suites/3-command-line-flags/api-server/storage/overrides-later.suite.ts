import { becomesTrue, expect, rulesOf, says, seeing, test } from '#kit'
import { sharedServer } from '../../../shared/api-server.ts'
import { collectionOf, createMarked, resourceTypes } from '../../../shared/encryption/marked-objects.ts'
import { deleteObject } from '../../../shared/objects.ts'
import { storageOf } from '../../../shared/storage.ts'
import { separateStores } from './separate-store.ts'
import { entriesNamed } from './stored-objects.ts'
import { flagRow } from '../../../shared/flags/place.ts'

const { must } = rulesOf({ capability: 'objects-of-groups' })

const flag = '--etcd-servers-overrides'
const storesOfFile = separateStores()
// Long enough for the last step of a deletion.
const goneWithinMs = 5_000

/** Entries of the flag in their order, each with a separate store. */
const entries = {
  'the first of four entries': seeing([], {
    type: resourceTypes.ingressclasses,
    overridden: 'networking.orch.io/ingressclasses',
  }),
  'an entry of the core group': seeing(['etcd-overrides-of-core-group-ignored'], {
    type: resourceTypes.limitranges,
    overridden: '/limitranges',
  }),
  'the third of four entries': seeing(['only-first-two-etcd-overrides-used'], {
    type: resourceTypes.deployments,
    overridden: 'apps/deployments',
  }),
  'the last of four entries': seeing(['only-first-two-etcd-overrides-used'], {
    type: resourceTypes.poddisruptionbudgets,
    overridden: 'policy/poddisruptionbudgets',
  }),
} as const

const main = () => storesOfFile.store('main')
const storeOf = (overridden: string) => storesOfFile.store(overridden)

const server = sharedServer(async () => {
  const overrides = [
    'networking.orch.io/ingressclasses',
    '/limitranges',
    'apps/deployments',
    'policy/poddisruptionbudgets',
  ]
  const values = await Promise.all(
    overrides.map(async (overridden) => `${overridden}#${(await storeOf(overridden)).url}`),
  )
  return {
    storage: storageOf(await main()),
    flags: { [flag]: values.join(','), '--storage-media-type': 'application/json' },
  }
})

must('flag.etcd-servers-overrides.later', flagRow(flag, 'later entries'), () => {
  says('Each entry of the list moves its resource to its own servers, which all requests use.')
  test
    .for(entries)(
      { title: 'objects of the resource of %s are stored, listed and deleted there', id: '%s' },
      async ({ type, overridden }) => {
        const [apiServer, store] = [await server(), await storeOf(overridden)]
        const { name, path } = await createMarked(apiServer, type)
        const counts = async () => [entriesNamed(await main(), name).length, entriesNamed(store, name).length]

        expect(await counts(), 'in the main store and in its own').toEqual([0, 1])
        const { body } = await apiServer.request({ path: collectionOf(type) })
        expect(body.includes(name), 'whether the list has it').toBe(true)
        await deleteObject(apiServer, path)
        const isGone = async () => (await counts()).every((count) => count === 0)
        expect(await becomesTrue(isGone, goneWithinMs), 'whether it is gone').toBe(true)
      },
    )
    .sees('etcd-servers-overrides-ignored')
})

must(
  'flag.storage-media-type.at-overriding-servers',
  flagRow('--storage-media-type', `next to ${flag}`),
  () => {
    says('Objects are stored in the form of --storage-media-type on the servers of overrides, too.')
    test
      .for(entries)(
        { title: 'objects of the resource of %s are stored as JSON', id: '%s' },
        async ({ type, overridden }) => {
          const { name } = await createMarked(await server(), type)
          const values = entriesNamed(await storeOf(overridden), name).map(({ value }) => value)

          expect(values.map(isJson)).toEqual([true])
        },
      )
      .sees(
        'etcd-overrides-in-default-form',
        'storage-media-type-json-ignored',
        'etcd-servers-overrides-ignored',
      )
  },
)

function isJson(value: Uint8Array): boolean {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(value).toString('utf8'))
    return typeof parsed === 'object' && parsed !== null && 'kind' in parsed
  } catch {
    return false
  }
}
