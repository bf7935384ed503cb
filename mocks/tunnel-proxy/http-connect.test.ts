import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { untilAsked } from '../peer/index.ts'
import { issueClient } from '../tls/index.ts'
import { cutAfter, hangUp, refuse, silence, speakEarly, startTunnelProxy, type TunnelProxy } from './index.ts'

/** Server that returns its input in upper case. */
let echo: Server
let echoPort: number
beforeAll(async () => {
  echo = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => socket.write(chunk.toString().toUpperCase()))
  })
  echo.listen(0, '127.0.0.1')
  await once(echo, 'listening')
  echoPort = (echo.address() as AddressInfo).port
})
afterAll(() => echo.close())

interface TunnelResult {
  readonly status: number
  readonly socket: Socket
  readonly head: string
}

/** Dials like a client of the proxy. `client` has the certificate and the key. */
async function dial(proxy: TunnelProxy, address: string, client?: { key: string; certificate: string }) {
  const isTls = proxy.url.startsWith('https')
  const clientRequest = (isTls ? httpsRequest : httpRequest)({
    method: 'CONNECT',
    path: address,
    agent: false,
    ...(proxy.socketPath === undefined
      ? { host: '127.0.0.1', port: Number(new URL(proxy.url).port) }
      : { socketPath: proxy.socketPath }),
    ...(isTls && { ca: proxy.certificateAuthority, cert: client?.certificate, key: client?.key }),
  })
  return new Promise<TunnelResult>((resolve, reject) => {
    clientRequest.once('connect', (res, socket, head) => {
      socket.on('error', () => {})
      resolve({ status: res.statusCode ?? 0, socket: socket as Socket, head: head.toString() })
    })
    clientRequest.once('error', reject)
    clientRequest.end()
  })
}

/** Waits until a connection ends, with or without an error. */
function waitForClose(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('close', () => resolve())
  })
}

async function exchange(socket: Socket, text: string): Promise<string> {
  socket.write(text)
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  return chunk.toString()
}

test.for(['tcp', 'tls', 'mtls', 'uds'] as const)(
  'a proxy tunnels over %s to a name that only the proxy resolves, and counts bytes',
  async (transport) => {
    await using proxy = await startTunnelProxy({ transport })
    proxy.name('echo.test.invalid:7', `127.0.0.1:${echoPort}`)
    const client = await issueClient({ commonName: 'apiserver' })
    const { status, socket } = await dial(proxy, 'echo.test.invalid:7', client)
    const answer = await exchange(socket, 'hello')
    socket.destroy()

    expect([status, answer]).toEqual([200, 'HELLO'])
    expect(proxy.journal).toMatchObject([
      {
        kind: 'dial',
        what: 'CONNECT echo.test.invalid:7',
        address: 'echo.test.invalid:7',
        to: `127.0.0.1:${echoPort}`,
        sentBytes: 5,
        receivedBytes: 5,
        ...(transport === 'mtls' && { client: { commonName: 'apiserver', trusted: true } }),
      },
    ])
  },
)

test('mutual TLS rejects a client without a certificate, and the journal contains the attempt', async () => {
  await using proxy = await startTunnelProxy({ transport: 'mtls' })

  await expect(dial(proxy, `127.0.0.1:${echoPort}`)).rejects.toThrow(
    /certificate required|ECONNRESET|socket hang up/,
  )
  expect(await untilAsked(proxy, (request) => request.kind === 'other', { withinMs: 5_000 })).toMatchObject([
    { what: 'TLS handshake failed' },
  ])
})

test('the journal records a client that leaves without a request', async () => {
  await using proxy = await startTunnelProxy({ transport: 'tls' })
  const socket = connectTls({ port: Number(new URL(proxy.url).port), ca: proxy.certificateAuthority })
  await once(socket, 'secureConnect')
  socket.end()

  const [request] = await untilAsked(proxy, ({ kind }) => kind === 'other', { withinMs: 5_000 })
  expect(request).toMatchObject({ what: 'left without a request' })
})

test('a proxy resolves a host without its port', async () => {
  await using proxy = await startTunnelProxy({ names: { 'echo.test.invalid': '127.0.0.1' } })
  const { socket } = await dial(proxy, `echo.test.invalid:${echoPort}`)

  expect(await exchange(socket, 'x')).toBe('X')
  socket.destroy()
})

test.for([
  ['elsewhere.example:443', 502, 'the proxy knows no elsewhere.example'],
  ['10.0.0.1:443', 502, 'the proxy knows no 10.0.0.1'],
  ['127.0.0.1:1', 502, 'connect ECONNREFUSED 127.0.0.1:1'],
  ['nonsense', 400, 'nonsense is not host:port'],
] as const)('a proxy refuses to dial %s', async ([address, status, error]) => {
  await using proxy = await startTunnelProxy()
  const refusal = await dial(proxy, address)

  expect(refusal.status).toBe(status)
  expect(proxy.journal).toMatchObject([{ address, error }])
})

test('a script makes a proxy refuse a dial, send early bytes, cut or reset the connection, or never respond', async () => {
  await using proxy = await startTunnelProxy({ transport: 'tcp' })
  const address = `127.0.0.1:${echoPort}`
  proxy.answer({ dial: refuse('closed today', 407) })
  const refusal = await dial(proxy, address)
  proxy.answer({ dial: speakEarly('too soon') })
  const earlyResult = await dial(proxy, address)
  earlyResult.socket.destroy()
  proxy.answer({ dial: cutAfter(3) })
  const cutResult = await dial(proxy, address)
  cutResult.socket.write('long enough')
  await waitForClose(cutResult.socket)
  proxy.answer({ dial: hangUp })
  await expect(dial(proxy, address)).rejects.toThrow('ECONNRESET')
  proxy.answer({ dial: silence })
  const silentDial = dial(proxy, address).then(
    () => 'answered',
    () => 'cut by the stop',
  )
  await untilAsked(proxy, ({ kind }) => kind === 'dial', { withinMs: 5_000, times: 5 })
  await proxy.stop()

  expect([refusal.status, earlyResult.head, await silentDial]).toEqual([407, 'too soon', 'cut by the stop'])
})

test('a proxy refuses dials while its scripted response throws', async () => {
  await using proxy = await startTunnelProxy()
  proxy.answer({
    dial: () => {
      throw new Error('my mistake')
    },
  })
  const address = `127.0.0.1:${echoPort}`
  const firstResult = await dial(proxy, address)
  proxy.reset()
  const secondResult = await dial(proxy, address)
  secondResult.socket.destroy()

  expect([firstResult.status, secondResult.status]).toEqual([500, 200])
  expect(proxy.journal).toHaveLength(1)
})

test('the journal records a client that does not send CONNECT', async () => {
  await using proxy = await startTunnelProxy({ transport: 'tcp' })
  const res = await fetch(`${proxy.url}/x`)

  expect(res.status).toBe(405)
  expect(proxy.journal).toMatchObject([{ kind: 'other', what: 'GET /x' }])
})

test('data of a target that sends first arrives after the acceptance', async () => {
  await using proxy = await startTunnelProxy()
  const greetingServer = createServer((socket) => socket.end('bye'))
  greetingServer.listen(0, '127.0.0.1')
  await once(greetingServer, 'listening')
  const { socket, head } = await dial(proxy, `127.0.0.1:${(greetingServer.address() as AddressInfo).port}`)
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  await once(socket, 'close')
  greetingServer.close()

  expect([head, text]).toEqual(['', 'bye'])
  expect(proxy.journal[0]?.untilMs).toBeGreaterThan(proxy.journal[0]?.atMs ?? Number.POSITIVE_INFINITY)
})
