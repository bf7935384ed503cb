import { accepts, expect, refuses, rulesOf, says, seeing, test, until, formerly } from '#kit'
import { type OpenWatch, openWatch } from '#kit/clients.ts'
import { expectRefusal, expectServes } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { defineResourceType } from '../../../shared/encryption/marked-objects.ts'
import { createObject } from '../../../shared/objects.ts'
import type { ServerWithStore } from './separate-store.ts'
import { customType } from './cache-servers.ts'
import { cachedServer, uncachedServer } from './cache-servers.ts'

const { must } = rulesOf()

const sizes = '--watch-cache-sizes'
const watches = 4
const eventWithinMs = 10_000

type CacheServers = () => Promise<ServerWithStore>

/** Resource whose watches at the store are counted. */
interface WatchedResource {
  readonly path: string
  readonly resource: string
  readonly object?: object
}

const coreResource = (resource: string): WatchedResource => ({
  path: `/api/v1/namespaces/default/${resource}`,
  resource,
})
const leases: WatchedResource = {
  path: '/apis/coordination.orch.io/v1/namespaces/default/leases',
  resource: 'leases',
  object: { apiVersion: 'coordination.orch.io/v1', kind: 'Lease', spec: { holderIdentity: 'nobody' } },
}
const [plural = ''] = customType.resource.split('.')
const customResource: WatchedResource = {
  path: `/apis/${customType.apiVersion}/namespaces/default/${plural}`,
  resource: plural,
  object: { apiVersion: customType.apiVersion, kind: customType.kind },
}

let objectCount = 0

/**
 * Returns the number of watches that a server opens at its store while clients open several watches of one resource,
 * each of which reports a change.
 */
async function watchesAtStore(
  fixture: CacheServers,
  { path, resource, object }: WatchedResource,
): Promise<number> {
  const { server, etcd } = await fixture()
  const { authority, admin } = server.credentials
  const isOpened = (before: number): number =>
    etcd.journal
      .slice(before)
      .filter(
        ({ method, event, key }) => method === 'Watch' && event === 'create' && key.includes(`/${resource}`),
      ).length
  const journalLength = etcd.journal.length
  const openedWatches: OpenWatch[] = []
  try {
    for (let number = 0; number < watches; number++) {
      const watch = openWatch('http1', {
        url: server.url,
        ca: authority.certificate,
        cert: admin.certificate,
        key: admin.key,
        path: `${server.dialect.text(path)}?watch=true`,
      })
      openedWatches.push(watch)
      // Watches are opened one after the other.
      expect(await watch.responseStatus, 'the status of a watch').toBe(200)
    }
    const name = `watched-${++objectCount}`
    await createObject(server, path, { ...object, metadata: { name } })
    const hasEvent = ({ events }: OpenWatch): boolean => events.some(({ text }) => text.includes(`"${name}"`))
    await until(() => openedWatches.every(hasEvent), {
      withinMs: eventWithinMs,
      what: 'all watches told of a new object',
    })
    return isOpened(journalLength)
  } finally {
    for (const watch of openedWatches) watch.leave()
  }
}

async function expectShared(fixture: CacheServers, watched: WatchedResource): Promise<void> {
  expect(await watchesAtStore(fixture, watched), 'watches at the store').toBeLessThan(watches)
}

async function expectOwnWatch(fixture: CacheServers, watched: WatchedResource): Promise<void> {
  expect(await watchesAtStore(fixture, watched), 'watches at the store').toBeGreaterThanOrEqual(watches)
}

must(
  'flag.watch-cache.shares-watches',
  { ...flagRow('--watch-cache', 'meaning'), capability: 'objects' },
  () => {
    says(
      'With the cache, the watches of clients are served from one of the store; without it each has its own.',
    )
    test(
      {
        title: 'opens no separate watch at the store for each watch of a client',
        id: 'opens no watch at the store for each one of a client',
      },
      async () => {
        await expectShared(cachedServer, coreResource('serviceaccounts'))
      },
    ).sees('watch-cache-missing')

    test(
      {
        title: 'without the cache, opens a watch at the store for each watch of a client',
        id: 'opens a watch at the store for each one of a client without the cache',
      },
      async () => {
        await expectOwnWatch(uncachedServer, coreResource('serviceaccounts'))
      },
    ).sees('watch-cache-always')
  },
)

must('flag.watch-cache-sizes.by-resource', { ...flagRow(sizes, 'meaning'), capability: 'objects' }, () => {
  says(
    'The size 0 switches the cache off for its resource alone, other sizes do not; without the cache no size counts.',
  )
  test(
    {
      title: 'opens a watch at the store for each watch of a resource of size 0',
      id: 'opens watches of a resource of size 0',
    },
    async () => {
      await expectOwnWatch(cachedServer, coreResource('configmaps'))
    },
  ).sees('watch-cache-size-0-ignored')

  test(
    {
      title: 'opens a watch at the store for each watch of a resource of a group with size 0',
      id: 'opens watches of a resource of size 0 in a group',
    },
    async (check) => {
      check.needs('objects-of-groups')
      await expectOwnWatch(cachedServer, leases)
    },
  ).sees('watch-cache-size-of-groups-ignored')

  test('shares the watches of a custom resource, although its size is 0', async () => {
    const { server } = await cachedServer()
    await defineResourceType(server, customType)
    // Creates objects once the resource is served.
    await createObject(server, customResource.path, { ...customResource.object, metadata: { name: 'first' } })

    await expectShared(cachedServer, customResource)
  }).sees('watch-cache-missing', 'watch-cache-size-of-custom-resources-counts')

  test(
    {
      title: 'shares the watches of a resource whose size is not 0',
      id: 'shares the watches of a resource of another size',
    },
    async () => {
      await expectShared(cachedServer, coreResource('secrets'))
    },
  ).sees('watch-cache-any-size-disables')

  test(
    {
      title:
        'without the cache, opens a watch at the store for each watch of a client, whatever the size of the resource',
      id: 'opens watches of any size without the cache',
    },
    async () => {
      await expectOwnWatch(uncachedServer, coreResource('secrets'))
    },
  ).sees('watch-cache-always')
})

must('flag.watch-cache-sizes.form', { ...flagRow(sizes, 'form'), overlaps: true }, () => {
  says('An entry names a resource and a size, with # between.')
  accepts(
    { title: 'entries that name a resource and a size', id: 'resources with their sizes' },
    async () => {
      await expectServes(async () => (await cachedServer()).server)
    },
  ).sees('watch-cache-sizes-refused')

  refuses
    .for({
      'a resource without a size': seeing([], 'configmaps'),
      'a size that is not a number': formerly('a size that is no number', seeing([], 'configmaps#many')),
    })('%s', async (entry) => {
      await expectRefusal({ flags: { [sizes]: entry } }, 'watch cache size')
    })
    .sees('watch-cache-size-form-unchecked')
})
