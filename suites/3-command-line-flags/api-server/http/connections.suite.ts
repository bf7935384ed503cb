import { monitorJitter, expect, rulesOf, says, sharedByName, test, until } from '#kit'
import { type ClientIdentity, openWatch } from '#kit/clients.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { createObject } from '../../../shared/objects.ts'
import { serverWithFlags, plainServer } from './http-servers.ts'
import { bytesPerSecond } from './http-servers.ts'

const { must } = rulesOf({ document: 3, section: 'Limits' })

const objects = 6
const objectBytes = 150_000
const collection = '/api/v1/namespaces/default/configmaps'
// Minimum time for all objects: the rate limit permits them in six seconds, of which a burst may save two.
const throttledAtLeastMs = ((objects * objectBytes) / bytesPerSecond - 2) * 1_000
const withinMs = 30_000

type ServerFixture = () => Promise<ApiServer>

const createLargeObjects = sharedByName(async (_url, server: ApiServer) => {
  const data = { text: 'x'.repeat(objectBytes) }
  for (let number = 1; number <= objects; number++) {
    // Objects are created sequentially, because they are large.
    await createObject(server, collection, { metadata: { name: `large-${number}` }, data })
  }
})

async function serverWithObjects(fixture: ServerFixture): Promise<ApiServer> {
  const server = await fixture()
  await createLargeObjects(server.url, server)
  return server
}

function admin({
  url,
  credentials: { authority, admin: pair },
}: ApiServer): ClientIdentity & { url: string } {
  return { url, ca: authority.certificate, cert: pair.certificate, key: pair.key }
}

/** Returns the milliseconds until a new watch has reported all existing objects. */
async function msUntilEvent(server: ApiServer): Promise<number> {
  monitorJitter(server.processId)
  const fromMs = performance.now()
  const watch = openWatch('http1', { ...admin(server), path: `${collection}?watch=true` })
  const largeEvents = (): number => watch.events.filter(({ text }) => text.length > objectBytes).length
  try {
    expect(await watch.responseStatus, 'the status of the watch').toBe(200)
    await until(() => largeEvents() >= objects, { withinMs, what: 'the watch told all objects' })
    return performance.now() - fromMs
  } finally {
    watch.leave()
  }
}

must(
  'flag.max-connection-bytes-per-sec.long-running',
  { ...flagRow('--max-connection-bytes-per-sec', 'meaning'), waits: true },
  () => {
    says('A connection with a long-running request is sent no more than that many bytes a second.')
    test('throttles a watch', async () => {
      expect(await msUntilEvent(await serverWithObjects(serverWithFlags))).toBeGreaterThanOrEqual(
        throttledAtLeastMs,
      )
    }).sees('connections-not-throttled')
  },
)

must('flag.max-connection-bytes-per-sec.others', '--max-connection-bytes-per-sec', () => {
  says('With 0 nothing is throttled, and other than long-running requests never are.')
  test(
    { title: 'does not throttle a watch without the flag', id: 'sends a watch at once without the flag' },
    async () => {
      expect(await msUntilEvent(await serverWithObjects(plainServer))).toBeLessThan(throttledAtLeastMs)
    },
  ).sees('connections-throttled-unasked')

  test(
    { title: 'does not throttle a list with the flag', id: 'sends a list at once with the flag' },
    async () => {
      const server = await serverWithObjects(serverWithFlags)
      monitorJitter(server.processId)
      const fromMs = performance.now()
      const { status, body } = await server.request({ path: collection, withinMs })

      expect(status).toBe(200)
      expect(body.length, 'bytes').toBeGreaterThan(objects * objectBytes)
      expect(performance.now() - fromMs).toBeLessThan(throttledAtLeastMs)
    },
  ).sees('ordinary-answers-throttled')
})
