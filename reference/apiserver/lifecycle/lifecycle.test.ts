import { once } from 'node:events'
import { type ClientHttp2Session, connect } from 'node:http2'
import { describe, expect, test } from 'vitest'
import { EtcdDouble } from '../testing/etcd-double.ts'
import { RunningServer } from '../testing/running-server.ts'
import { until } from '../../testing/until.ts'
import { watchOverWebSocket } from '../testing/web-socket.ts'

const configMaps = '/api/v1/namespaces/default/configmaps'

async function serving(etcd: EtcdDouble, more: readonly string[]): Promise<RunningServer> {
  const server = new RunningServer()
  await server.start(etcd.url, more)
  await server.ready()
  return server
}

function http2(server: RunningServer): ClientHttp2Session {
  const session = connect(server.url, { rejectUnauthorized: false, ...server.admin })
  session.on('error', () => {})
  return session
}

async function overHttp2(session: ClientHttp2Session, path: string) {
  const stream = session.request({ ':path': path })
  const [headers] = (await once(stream, 'response')) as [Record<string, string>]
  stream.resume()
  return headers
}

describe('starting', () => {
  test('is ready only when storage responds, and live before that only in the grace period', async () => {
    await using etcd = await EtcdDouble.start()
    const held = etcd.hold('/registry/')
    await using server = new RunningServer()
    await server.start(etcd.url, ['--livez-grace-period=2s'])
    const get = async (path: string) => server.send('GET', path, { as: server.admin })
    const first = await until(() => get('/livez').catch(() => undefined))

    expect(first.status).toBe(200)
    expect(await get('/readyz')).toMatchObject({
      status: 500,
      body: expect.stringContaining('[-]poststarthook/storage-initialization') as string,
    })
    await until(async () => (await get('/livez')).status === 500)
    held.release()
    await until(async () => (await get('/readyz')).status === 200)
    expect((await get('/livez')).status).toBe(200)
    expect((await get('/readyz?verbose')).body).toMatch(/readyz check passed\n$/)
  })

  test('ends on a signal before storage has responded', async () => {
    await using server = new RunningServer()
    await server.start('http://127.0.0.1:1')
    await until(() => server.send('GET', '/livez').catch(() => undefined))
    expect(await server.end('SIGTERM')).toBe(0)
  })
})

describe('shutting down', () => {
  test('serves everything except readiness during the delay', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = await serving(etcd, ['--shutdown-delay-duration=500ms'])
    const since = performance.now()
    server.signal('SIGTERM')
    await until(async () => (await server.send('GET', '/readyz', { as: server.admin })).status === 500)
    const statuses = ['/livez', '/healthz', configMaps].map(
      async (path) => (await server.send('GET', path, { as: server.admin })).status,
    )

    expect(await Promise.all(statuses)).toEqual([200, 200, 200])
    expect(await server.exited()).toBe(0)
    expect(performance.now() - since).toBeGreaterThan(490)
  })

  test('rejects new requests with 429 while a request is in flight, which gets its response', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = await serving(etcd, ['--shutdown-send-retry-after=true'])
    const session = http2(server)
    await once(session, 'connect')
    const held = etcd.hold('/registry/configmaps/default/slow')
    const slow = server.send('GET', `${configMaps}/slow`, { as: server.admin })
    await until(() => held.asked() === 1)
    server.signal('SIGTERM')
    const rejected = await until(async () => {
      const reply = await server.send('GET', configMaps, { as: server.admin })
      return reply.status === 429 ? reply : undefined
    })
    const overHttp = await overHttp2(session, configMaps)
    held.release()

    expect(rejected.headers).toMatchObject({ 'retry-after': '5', connection: 'close' })
    expect(overHttp).toMatchObject({ ':status': 429, 'retry-after': '5' })
    expect((await slow).status).toBe(404)
    expect(await server.exited()).toBe(0)
  })

  test('waits for watches of every transport until they or the grace period end', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = await serving(etcd, ['--shutdown-watch-termination-grace-period=700ms'])
    const session = http2(server)
    const stream = session.request({ ':path': `${configMaps}?watch=true` })
    await once(stream, 'response')
    const socket = await watchOverWebSocket(server, `${configMaps}?watch=true`)
    const plain = server.send('GET', `${configMaps}?watch=true`, { as: server.admin })
    await server.send('POST', configMaps, { as: server.admin, body: { metadata: { name: 'a' } } })
    await until(() => socket.messages.length === 1)
    const since = performance.now()
    server.signal('SIGTERM')
    await server.exited()
    stream.resume()

    expect(performance.now() - since).toBeGreaterThan(690)
    expect(JSON.parse(socket.messages[0] ?? '')).toMatchObject({ type: 'ADDED' })
    expect(socket.closeCode).toBe(1000)
    expect(await plain).toMatchObject({ status: 200, body: expect.stringContaining('"ADDED"') as string })
    expect(stream.rstCode).toBe(0)
  })

  test('ends soon after the last watch, and at once on a second signal', async () => {
    await using etcd = await EtcdDouble.start()
    const grace = '--shutdown-watch-termination-grace-period=1m'
    await using server = await serving(etcd, [grace])
    const first = await watchOverWebSocket(server, `${configMaps}?watch=true`)
    server.signal('SIGTERM')
    await until(() => server.stderr.includes('draining'))
    first.close()
    expect(await server.exited()).toBe(0)

    await using other = await serving(etcd, [grace])
    await watchOverWebSocket(other, `${configMaps}?watch=true`)
    other.signal('SIGTERM')
    await until(() => other.stderr.includes('draining'))
    other.signal('SIGTERM')
    expect(await other.exited()).toBe(1)
  })
})
