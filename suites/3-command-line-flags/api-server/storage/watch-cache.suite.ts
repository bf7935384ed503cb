import { accepts, expect, refuses, rulesOf, says, seeing, test, until, formerly } from '#kit'
import { type OpenWatch, openWatch } from '#kit/clients.ts'
import { expectRefusal, expectServes } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { defineResourceType } from '../../../shared/encryption/marked-objects.ts'
import { createObject } from '../../../shared/objects.ts'
import type { ServerWithStore } from './separate-store.ts'
import { custom } from './cache-servers.ts'
import { cached, uncached } from './cache-servers.ts'

const { must } = rulesOf()

const sizes = '--watch-cache-sizes'
const watches = 4
const eventWithinMs = 10_000

type CacheServers = () => Promise<ServerWithStore>

/** A resource with counted watches. */
interface Watched {
  readonly path: string
  readonly resource: string
  readonly object?: object
}

const core = (resource: string): Watched => ({ path: `/api/v1/namespaces/default/${resource}`, resource })
const leases: Watched = {
  path: '/apis/coordination.orch.io/v1/namespaces/default/leases',
  resource: 'leases',
  object: { apiVersion: 'coordination.orch.io/v1', kind: 'Lease', spec: { holderIdentity: 'nobody' } },
}
const [plural = ''] = custom.resource.split('.')
const customs: Watched = {
  path: `/apis/${custom.apiVersion}/namespaces/default/${plural}`,
  resource: plural,
  object: { apiVersion: custom.apiVersion, kind: custom.kind },
}

let made = 0

/**
 * Returns the number of watches that a server opens at its store while clients open several on one resource, and all of
 * them receive a change.
 */
async function watchesAtStore(fixture: CacheServers, { path, resource, object }: Watched): Promise<number> {
  const { server, etcd } = await fixture()
  const { authority, admin } = server.credentials
  const isOpened = (before: number): number =>
    etcd.journal
      .slice(before)
      .filter(
        ({ method, event, key }) => method === 'Watch' && event === 'create' && key.includes(`/${resource}`),
      ).length
  const before = etcd.journal.length
  const opened: OpenWatch[] = []
  try {
    for (let number = 0; number < watches; number++) {
      const watch = openWatch('http1', {
        url: server.url,
        ca: authority.certificate,
        cert: admin.certificate,
        key: admin.key,
        path: `${server.dialect.text(path)}?watch=true`,
      })
      opened.push(watch)
      // One after the other: each is established before the next.
      expect(await watch.answered, 'the status of a watch').toBe(200)
    }
    const name = `watched-${++made}`
    await createObject(server, path, { ...object, metadata: { name } })
    const hasEvent = ({ events }: OpenWatch): boolean => events.some(({ text }) => text.includes(`"${name}"`))
    await until(() => opened.every(hasEvent), {
      withinMs: eventWithinMs,
      what: 'all watches told of a new object',
    })
    return isOpened(before)
  } finally {
    for (const watch of opened) watch.leave()
  }
}

async function expectShared(fixture: CacheServers, watched: Watched): Promise<void> {
  expect(await watchesAtStore(fixture, watched), 'watches at the store').toBeLessThan(watches)
}

async function expectOwn(fixture: CacheServers, watched: Watched): Promise<void> {
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
        title: 'opens no watch at the store for each watch of a client',
        id: 'opens no watch at the store for each one of a client',
      },
      async () => {
        await expectShared(cached, core('serviceaccounts'))
      },
    ).sees('watch-cache-missing')

    test(
      {
        title: 'opens a watch at the store for each watch of a client without the cache',
        id: 'opens a watch at the store for each one of a client without the cache',
      },
      async () => {
        await expectOwn(uncached, core('serviceaccounts'))
      },
    ).sees('watch-cache-always')
  },
)

must('flag.watch-cache-sizes.by-resource', { ...flagRow(sizes, 'meaning'), capability: 'objects' }, () => {
  says(
    'The size 0 switches the cache off for its resource alone, other sizes do not; without the cache no size counts.',
  )
  test('opens watches of a resource of size 0', async () => {
    await expectOwn(cached, core('configmaps'))
  }).sees('watch-cache-size-0-ignored')

  test('opens watches of a resource of size 0 in a group', async (check) => {
    check.needs('objects-of-groups')
    await expectOwn(cached, leases)
  }).sees('watch-cache-size-of-groups-ignored')

  test('shares the watches of a custom resource, although its size is 0', async () => {
    const { server } = await cached()
    await defineResourceType(server, custom)
    // The resource is served a moment after its definition.
    await createObject(server, customs.path, { ...customs.object, metadata: { name: 'first' } })

    await expectShared(cached, customs)
  }).sees('watch-cache-missing', 'watch-cache-size-of-custom-resources-counts')

  test('shares the watches of a resource of another size', async () => {
    await expectShared(cached, core('secrets'))
  }).sees('watch-cache-any-size-disables')

  test('opens watches of any size without the cache', async () => {
    await expectOwn(uncached, core('secrets'))
  }).sees('watch-cache-always')
})

must('flag.watch-cache-sizes.form', { ...flagRow(sizes, 'form'), overlaps: true }, () => {
  says('An entry names a resource and a size, with # between.')
  accepts('resources with their sizes', async () => {
    await expectServes(async () => (await cached()).server)
  }).sees('watch-cache-sizes-refused')

  refuses
    .for({
      'a resource without a size': seeing([], 'configmaps'),
      'a size that is not a number': formerly('a size that is no number', seeing([], 'configmaps#many')),
    })('%s', async (entry) => {
      await expectRefusal({ flags: { [sizes]: entry } }, 'watch cache size')
    })
    .sees('watch-cache-size-form-unchecked')
})
