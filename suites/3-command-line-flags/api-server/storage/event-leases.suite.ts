import { becomesTrue, monitorJitter, expect, nowMs, rulesOf, says, shared, test, untilMoment } from '#kit'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { createObject } from '../../../shared/objects.ts'
import type { ServerWithStore } from './separate-store.ts'
import { cachedServer, uncachedServer, shortTtlServer } from './cache-servers.ts'
import { mergePatchHeaders } from '../../../shared/merge-patch.ts'

const { must } = rulesOf({ document: 3, section: 'Events', capability: 'objects' })

const eventsPath = '/api/v1/namespaces/default/events'

let eventCount = 0

/** Creates an event, and returns its name. */
async function createEvent(server: ApiServer): Promise<string> {
  const name = `event-${++eventCount}`
  await createObject(server, eventsPath, {
    metadata: { name, namespace: 'default' },
    involvedObject: { kind: 'ConfigMap', namespace: 'default', name: 'subject' },
    reason: 'Tested',
    message: 'an event of the harness',
    type: 'Normal',
  })
  return name
}

/** Returns the lease of a stored event. */
async function leaseOf(
  { etcd }: ServerWithStore,
  name: string,
): Promise<{ readonly id: bigint; readonly ttl: number }> {
  const key = etcd
    .entries()
    .find((entry) => entry.key.includes('/events/') && entry.key.endsWith(`/${name}`))?.key
  expect(key, 'the key of the event').toBeDefined()
  const lease = etcd.store.leases.all.find(({ keys }) => keys.has(String(key)))
  expect(lease?.id, 'the lease of the event').toBeDefined()
  return { id: lease?.id ?? 0n, ttl: Number(lease?.grantedTtl ?? 0) }
}

/** Returns the leases of two events that are created at the given interval. */
async function leasesOfTwoEvents(
  fixture: () => Promise<ServerWithStore>,
  ms: number,
): Promise<readonly [bigint, bigint]> {
  const storedFixture = await fixture()
  const firstEvent = await createEvent(storedFixture.server)
  const atMs = nowMs()
  await untilMoment(atMs + ms, 'the next event is due')
  const secondEvent = await createEvent(storedFixture.server)
  return [(await leaseOf(storedFixture, firstEvent)).id, (await leaseOf(storedFixture, secondEvent)).id]
}

const ttlMs = 4_000
// Long enough for a lease of the store to expire, which has a resolution of one second and can be shared by later
// events.
const deletedByMs = 2 * ttlMs + 2_000
const hourSeconds = 3_600
const reuseSeconds = 60
// Interval of more than the short reuse time and much less than the default.
const intervalMs = 1_400

must('flag.lease-reuse-duration-seconds.shared', flagRow('--lease-reuse-duration-seconds', 'meaning'), () => {
  says('Events within that time share a lease, later ones have another.')
  test('shares a lease for a minute by default', async () => {
    const [first, second] = await leasesOfTwoEvents(cachedServer, intervalMs)

    expect(second).toBe(first)
  }).sees('leases-not-reused')

  test(
    {
      title: 'grants a new lease once the reuse duration has passed',
      id: 'grants another lease once the time is over',
    },
    async () => {
      const [first, second] = await leasesOfTwoEvents(uncachedServer, intervalMs)

      expect(second).not.toBe(first)
    },
  ).sees('lease-reuse-duration-ignored')
})

/** Requests that write an event again. */
const eventWrites = {
  'was replaced by PUT': 'PUT',
  'was changed by PATCH': 'PATCH',
} as const

/** Writes an event again, with another count. */
async function writeEventAgain(server: ApiServer, path: string, method: 'PUT' | 'PATCH'): Promise<void> {
  const storedEvent = JSON.parse((await server.request({ path })).body) as object
  const { status } = await server.request({
    method,
    path,
    body: method === 'PUT' ? { ...storedEvent, count: 2 } : { count: 2 },
    ...(method === 'PATCH' && { headers: mergePatchHeaders }),
  })
  expect(status, `the status of ${method} ${path}`).toBe(200)
}

/** Observes whether events expire, also events that were written again, and another object does not. */
const expiryResult = shared(async () => {
  const server = await shortTtlServer()
  const configMapsPath = '/api/v1/namespaces/default/configmaps'
  await createObject(server, configMapsPath, { metadata: { name: 'beside-events' } })
  const writtenAgain = await Promise.all(
    Object.values(eventWrites).map(async (method) => {
      const path = `${eventsPath}/${await createEvent(server)}`
      await writeEventAgain(server, path, method)
      return { method, path }
    }),
  )
  const path = `${eventsPath}/${await createEvent(server)}`
  const madeAtMs = nowMs()
  const eventExists = async (at: string): Promise<boolean> =>
    (await server.request({ path: at })).status === 200
  await untilMoment(madeAtMs + 0.75 * ttlMs, 'three quarters of the time are over')
  const existedBefore = await eventExists(path)
  const withinMs = madeAtMs + deletedByMs - nowMs()
  const isGone = (at: string): Promise<boolean> => becomesTrue(async () => !(await eventExists(at)), withinMs)
  const [isEventGone, ...goneAgain] = await Promise.all(
    [path, ...writtenAgain.map((written) => written.path)].map(isGone),
  )
  const keptWrites = writtenAgain.flatMap(({ method }, index) => (goneAgain[index] ? [] : [method]))
  return {
    early: existedBefore,
    isGone: isEventGone,
    keptWrites,
    other: await eventExists(`${configMapsPath}/beside-events`),
  }
})

must('flag.event-ttl.retention', { ...flagRow('--event-ttl', 'meaning'), waits: true }, () => {
  says('Events are kept for that time, and other objects for ever.')
  test({ title: 'keeps an event until its TTL', id: 'keeps an event for the time' }, async () => {
    monitorJitter()
    await shortTtlServer()

    expect(await expiryResult()).toMatchObject({ early: true })
  }).sees('event-ttl-halved')

  test({ title: 'deletes an event after its TTL', id: 'keeps an event no longer' }, async () => {
    await shortTtlServer()

    expect(await expiryResult()).toMatchObject({ isGone: true })
  }).sees('event-ttl-ignored')

  test
    .for(eventWrites)('deletes an event that %s after its TTL', async (method) => {
      await shortTtlServer()

      expect((await expiryResult()).keptWrites).not.toContain(method)
    })
    .sees('event-ttl-ignored', 'event-ttl-of-creations-only')

  test({ title: 'keeps an object that is not an event', id: 'keeps other objects' }, async () => {
    await shortTtlServer()

    expect(await expiryResult()).toMatchObject({ other: true })
  }).sees('event-ttl-for-everything')
})

must('flag.event-ttl.default', 'cluster event objects', () => {
  says('Cluster event objects are kept for an hour by default.')
  test(
    {
      title: 'stores an event with a lease of an hour plus the reuse duration',
      id: 'stores an event with a lease of an hour and what it is shared for',
    },
    async () => {
      const storedFixture = await cachedServer()
      const { ttl } = await leaseOf(storedFixture, await createEvent(storedFixture.server))

      expect(ttl).toBeGreaterThanOrEqual(hourSeconds)
      expect(ttl).toBeLessThanOrEqual(hourSeconds + reuseSeconds)
    },
  ).sees('event-ttl-halved')
})
