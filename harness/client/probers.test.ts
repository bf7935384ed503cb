import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuthority } from '../certificates/authority.ts'
import { until } from '../machine/until.ts'
import { Http1Prober } from './http1.ts'
import { Http2Prober } from './http2.ts'
import { openWatch, watchTransports } from './watch.ts'

let server: Http2SecureServer
let url = ''
let ca = ''
const sockets = new Set<Socket>()
const sessions = new Set<ServerHttp2Session>()
const streams = new Set<ServerResponse>()
const upgradedSockets = new Set<Socket>()

beforeAll(async () => {
  const authority = await createAuthority()
  const { certificate, key } = authority.issue({ commonName: 'server' })
  ca = authority.certificate
  server = createSecureServer({ cert: certificate, key, allowHTTP1: true })
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('session', (session) => {
    sessions.add(session)
    session.on('error', () => {})
  })
  server.on('request', (req: unknown, res: unknown) => {
    answer(req as IncomingMessage, res as ServerResponse)
  })
  server.on('upgrade', (req: IncomingMessage, socket: Socket) => {
    const key = `${req.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
    const acceptKey = createHash('sha1').update(key).digest('base64')
    upgradedSockets.add(socket)
    socket.on('error', () => {})
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${acceptKey}\r\n\r\n`,
    )
    socket.write(Buffer.concat([Buffer.from([0x81, 5]), Buffer.from('hello')]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `https://127.0.0.1:${(server.address() as { port: number }).port}`
})

afterAll(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

function answer(req: IncomingMessage, res: ServerResponse): void {
  if (req.url === '/silent') return
  if (req.url === '/cut') req.socket.destroy()
  else if (req.url?.includes('watch')) {
    streams.add(res)
    res.writeHead(200)
    res.write('hello\n')
  } else res.end(req.method)
}

test('an HTTP/1.1 client opens a connection for each request, or keeps one, as configured', async () => {
  const [fresh, kept] = (['fresh', 'kept'] as const).map(
    (connection) => new Http1Prober({ url, ca, connection }),
  )
  const receivedRequests = []
  for (const prober of [fresh, kept]) {
    for (const _ of [1, 2]) receivedRequests.push(await prober?.send({ path: '/' }))
    prober?.close()
  }

  expect(receivedRequests.map((outcome) => outcome?.reused)).toEqual([false, false, false, true])
  expect(receivedRequests[0]).toMatchObject({ kind: 'answered', status: 200, body: 'GET' })
})

test('every end of a request is reported as an outcome', async () => {
  const prober = new Http1Prober({ url, ca, connection: 'fresh' })
  const unreachableHttp1Prober = new Http1Prober({ url: 'https://127.0.0.1:1', ca, connection: 'fresh' })
  const unreachableHttp2Prober = new Http2Prober({ url: 'https://127.0.0.1:1', ca })
  const results = [
    await prober.send({ path: '/silent', withinMs: 50 }),
    await prober.send({ path: '/cut' }),
    await unreachableHttp1Prober.send({ path: '/' }),
    await unreachableHttp2Prober.send({ path: '/' }),
  ]

  expect(results.map(({ kind }) => kind)).toEqual(['silent', 'cut', 'refused', 'refused'])
})

test('HTTP/2 requests share a connection until the server sends GOAWAY', async () => {
  const prober = new Http2Prober({ url, ca })
  const firstOutcome = await prober.send({ path: '/', method: 'POST', body: 'x' })
  const secondOutcome = await prober.send({ path: '/' })
  for (const session of sessions) session.goaway()
  await until(() => prober.goaways === 1, { withinMs: 2_000, what: 'the goodbye came' })
  const thirdOutcome = await prober.send({ path: '/' })
  prober.close()

  expect([firstOutcome, secondOutcome, thirdOutcome].map(({ reused }) => reused)).toEqual([
    false,
    true,
    false,
  ])
  expect(firstOutcome).toMatchObject({ status: 200, body: 'POST' })
  expect(prober.connections).toBe(2)
})

test('a server without HTTP/2 announces no settings, which is not a harness fault', async () => {
  const prober = new Http2Prober({ url: 'https://127.0.0.1:1', ca })

  await expect(prober.settings()).rejects.toMatchObject({ code: 'untestable' })
})

test.each(watchTransports)('a watch over %s returns its events and its end', async (transport) => {
  const [cleanWatch, cutWatch, leftWatch] = [1, 2, 3].map(() =>
    openWatch(transport, { url, ca, path: '/watch' }),
  )
  const watches = [cleanWatch, cutWatch, leftWatch].filter((watch) => watch !== undefined)
  await until(() => watches.every(({ events }) => events.length === 1), {
    withinMs: 5_000,
    what: 'events came',
  })
  const statuses = await Promise.all(watches.map(({ responseStatus }) => responseStatus))
  leftWatch?.leave()
  const [first] = transport === 'websocket' ? upgradedSockets : streams
  if (transport === 'websocket') (first as Socket).write(Buffer.from([0x88, 2, 0x03, 0xe8]))
  else (first as ServerResponse).end()
  await Promise.race(watches.filter((watch) => watch !== leftWatch).map(({ endPromise }) => endPromise))
  for (const socket of sockets) socket.destroy()
  const watchEnds = await Promise.all(watches.map(({ endPromise }) => endPromise))
  streams.clear()
  upgradedSockets.clear()

  expect(new Set(statuses)).toEqual(new Set([transport === 'websocket' ? 101 : 200]))
  expect(watches[0]?.events[0]?.text).toBe('hello')
  expect(watchEnds.map(({ how }) => how).toSorted()).toEqual(['clean', 'cut', 'left'])
})

test('a fragmented message is one event, and a close frame ends the watch before the connection does', async () => {
  const watch = openWatch('websocket', { url, ca, path: '/watch' })
  await watch.responseStatus
  const [socket] = upgradedSockets
  const fragment = (first: number, text: string) =>
    Buffer.concat([Buffer.from([first, text.length]), Buffer.from(text)])
  socket?.write(Buffer.concat([fragment(0x01, 'in '), fragment(0x00, 'two '), fragment(0x80, 'three')]))
  socket?.write(Buffer.from([0x88, 0]))
  const watchEnd = await watch.endPromise
  const isOpen = socket?.destroyed === false
  watch.leave()
  upgradedSockets.clear()

  expect(watch.events.map(({ text }) => text)).toEqual(['hello', 'in two three'])
  expect(watchEnd).toMatchObject({ how: 'clean', detail: 'close frame' })
  expect(isOpen).toBe(true)
})

test('a WebSocket that violates the protocol is a cut watch', async () => {
  const watch = openWatch('websocket', { url, ca, path: '/watch' })
  await watch.responseStatus
  const [socket] = upgradedSockets
  // A server must not mask its frames (RFC 6455 §5.1).
  socket?.write(Buffer.from([0x81, 0x81, 1, 2, 3, 4, 5]))
  const watchEnd = await watch.endPromise
  watch.leave()
  upgradedSockets.clear()

  expect(watchEnd.how).toBe('cut')
})
