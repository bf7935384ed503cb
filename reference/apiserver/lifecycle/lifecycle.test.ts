import { once } from 'node:events'
import { type ClientHttp2Session, connect } from 'node:http2'
import { describe, expect, test } from 'vitest'
import { EtcdDouble } from '../testing/etcd-double.ts'
import { RunningServer } from '../testing/running-server.ts'
import { waitUntil } from '../../testing/until.ts'
import { watchOverWebSocket } from '../testing/web-socket.ts'

const configMapsPath = '/api/v1/namespaces/default/configmaps'

async function startServer(etcd: EtcdDouble, flags: readonly string[]): Promise<RunningServer> {
  const server = new RunningServer()
  await server.start(etcd.url, flags)
  await server.ready()
  return server
}

function connectHttp2(server: RunningServer): ClientHttp2Session {
  const session = connect(server.url, { rejectUnauthorized: false, ...server.admin })
  session.on('error', () => {})
  return session
}

async function getOverHttp2(session: ClientHttp2Session, path: string) {
  const stream = session.request({ ':path': path })
  const [headers] = (await once(stream, 'response')) as [Record<string, string>]
  stream.resume()
  return headers
}

describe('starting', () => {
  test('a server is ready when storage responds, and live before that only in the grace period', async () => {
    await using etcd = await EtcdDouble.start()
    const heldRead = etcd.hold('/registry/')
    await using server = new RunningServer()
    await server.start(etcd.url, ['--livez-grace-period=2s'])
    const get = async (path: string) => server.send('GET', path, { as: server.admin })
    const firstProbe = await waitUntil(() => get('/livez').catch(() => undefined))

    expect(firstProbe.status).toBe(200)
    expect(await get('/readyz')).toMatchObject({
      status: 500,
      body: expect.stringContaining('[-]poststarthook/storage-initialization') as string,
    })
    await waitUntil(async () => (await get('/livez')).status === 500)
    heldRead.release()
    await waitUntil(async () => (await get('/readyz')).status === 200)
    expect((await get('/livez')).status).toBe(200)
    expect((await get('/readyz?verbose')).body).toMatch(/readyz check passed\n$/)
  })

  test('a server ends on a signal before storage has responded', async () => {
    await using server = new RunningServer()
    await server.start('http://127.0.0.1:1')
    await waitUntil(() => server.send('GET', '/livez').catch(() => undefined))
    expect(await server.end('SIGTERM')).toBe(0)
  })
})

describe('shutting down', () => {
  test('a server serves everything except readiness during the delay', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = await startServer(etcd, ['--shutdown-delay-duration=500ms'])
    const startMs = performance.now()
    server.signal('SIGTERM')
    await waitUntil(async () => (await server.send('GET', '/readyz', { as: server.admin })).status === 500)
    const statuses = ['/livez', '/healthz', configMapsPath].map(
      async (path) => (await server.send('GET', path, { as: server.admin })).status,
    )

    expect(await Promise.all(statuses)).toEqual([200, 200, 200])
    expect(await server.exited()).toBe(0)
    expect(performance.now() - startMs).toBeGreaterThan(490)
  })

  test('new requests receive 429 while a request is in flight, and the request in flight gets its response', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = await startServer(etcd, ['--shutdown-send-retry-after=true'])
    const session = connectHttp2(server)
    await once(session, 'connect')
    const heldRead = etcd.hold('/registry/configmaps/default/slow')
    const slowRequest = server.send('GET', `${configMapsPath}/slow`, { as: server.admin })
    await waitUntil(() => heldRead.heldCount() === 1)
    server.signal('SIGTERM')
    const rejection = await waitUntil(async () => {
      const reply = await server.send('GET', configMapsPath, { as: server.admin })
      return reply.status === 429 ? reply : undefined
    })
    const http2Rejection = await getOverHttp2(session, configMapsPath)
    heldRead.release()

    expect(rejection.headers).toMatchObject({ 'retry-after': '5', connection: 'close' })
    expect(http2Rejection).toMatchObject({ ':status': 429, 'retry-after': '5' })
    expect((await slowRequest).status).toBe(404)
    expect(await server.exited()).toBe(0)
  })

  test('a server waits for watches of every transport until the grace period ends', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = await startServer(etcd, ['--shutdown-watch-termination-grace-period=700ms'])
    const session = connectHttp2(server)
    const stream = session.request({ ':path': `${configMapsPath}?watch=true` })
    await once(stream, 'response')
    const socket = await watchOverWebSocket(server, `${configMapsPath}?watch=true`)
    const plainWatch = server.send('GET', `${configMapsPath}?watch=true`, { as: server.admin })
    await server.send('POST', configMapsPath, { as: server.admin, body: { metadata: { name: 'a' } } })
    await waitUntil(() => socket.messages.length === 1)
    const startMs = performance.now()
    server.signal('SIGTERM')
    await server.exited()
    stream.resume()

    expect(performance.now() - startMs).toBeGreaterThan(690)
    expect(JSON.parse(socket.messages[0] ?? '')).toMatchObject({ type: 'ADDED' })
    expect(socket.closeCode).toBe(1000)
    expect(await plainWatch).toMatchObject({
      status: 200,
      body: expect.stringContaining('"ADDED"') as string,
    })
    expect(stream.rstCode).toBe(0)
  })

  test('a server ends soon after the last watch, and at once on a second signal', async () => {
    await using etcd = await EtcdDouble.start()
    const graceFlag = '--shutdown-watch-termination-grace-period=1m'
    await using server = await startServer(etcd, [graceFlag])
    const firstSocket = await watchOverWebSocket(server, `${configMapsPath}?watch=true`)
    server.signal('SIGTERM')
    await waitUntil(() => server.stderr.includes('draining'))
    firstSocket.close()
    expect(await server.exited()).toBe(0)

    await using otherServer = await startServer(etcd, [graceFlag])
    await watchOverWebSocket(otherServer, `${configMapsPath}?watch=true`)
    otherServer.signal('SIGTERM')
    await waitUntil(() => otherServer.stderr.includes('draining'))
    otherServer.signal('SIGTERM')
    expect(await otherServer.exited()).toBe(1)
  })
})
