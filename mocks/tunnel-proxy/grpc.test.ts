import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { MessageInitShape } from '@bufbuild/protobuf'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { grpcClient } from '../grpc/index.ts'
import { type Packet, type PacketSchema, PacketType, ProxyService } from '#protos/tunnel_pb.ts'
import { cutAfter, hangUp, refuse, silence, startTunnelProxy, type TunnelProxy } from './index.ts'

let echo: Server
let address: string
beforeAll(async () => {
  echo = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      const text = chunk.toString()
      if (text === 'quit') socket.end('bye')
      else socket.write(text.toUpperCase())
    })
  })
  echo.listen(0, '127.0.0.1')
  await once(echo, 'listening')
  address = `127.0.0.1:${(echo.address() as AddressInfo).port}`
})
afterAll(() => echo.close())

let proxy: TunnelProxy
beforeEach(async () => {
  proxy = await startTunnelProxy({ protocol: 'grpc' })
  proxy.name('echo.test.invalid:7', address)
})
afterEach(() => proxy.stop())

/** Client that waits for one packet after the other. */
function openTunnel() {
  const client = grpcClient(ProxyService, proxy.url)
  const stream = client.proxy()
  const packets: Packet[] = []
  let notifyReader = (): void => {}
  let end: { error: Error | undefined } | undefined
  stream.onMessage((packet) => {
    packets.push(packet)
    notifyReader()
  })
  stream.onEnd((error) => {
    end = { error }
    notifyReader()
  })
  return {
    send: (packet: MessageInitShape<typeof PacketSchema>) => stream.send(packet),
    next: async (): Promise<Packet['payload'] | 'ended'> => {
      while (packets.length === 0 && end === undefined) {
        await new Promise<void>((resolve) => {
          notifyReader = resolve
        })
      }
      return packets.shift()?.payload ?? 'ended'
    },
    close: () => {
      stream.cancel()
      client.close()
    },
  }
}

function dialRequest(target: string, dialId: bigint): MessageInitShape<typeof PacketSchema> {
  return {
    type: PacketType.DIAL_REQ,
    payload: { case: 'dialRequest', value: { protocol: 'tcp', address: target, random: dialId } },
  }
}

function dataPacket(connectId: bigint, text: string): MessageInitShape<typeof PacketSchema> {
  return { type: PacketType.DATA, payload: { case: 'data', value: { connectId, data: Buffer.from(text) } } }
}

test('a stream carries several connections to a name that only the proxy knows', async () => {
  const tunnel = openTunnel()
  tunnel.send(dialRequest('echo.test.invalid:7', 11n))
  const firstPacket = await tunnel.next()
  tunnel.send(dialRequest(address, 12n))
  const secondPacket = await tunnel.next()
  tunnel.send(dataPacket(2n, 'two'))
  const secondEcho = await tunnel.next()
  tunnel.send(dataPacket(1n, 'quit'))
  const firstEcho = await tunnel.next()
  const closePacket = await tunnel.next()
  tunnel.send({ type: PacketType.CLOSE_REQ, payload: { case: 'closeRequest', value: { connectId: 2n } } })
  const closedByClient = await tunnel.next()
  tunnel.close()

  expect([firstPacket, secondPacket, closePacket, closedByClient]).toMatchObject([
    { case: 'dialResponse', value: { random: 11n, connectId: 1n, error: '' } },
    { case: 'dialResponse', value: { random: 12n, connectId: 2n, error: '' } },
    { case: 'closeResponse', value: { connectId: 1n, error: '' } },
    { case: 'closeResponse', value: { connectId: 2n, error: '' } },
  ])
  expect([secondEcho, firstEcho]).toMatchObject([
    { case: 'data', value: { connectId: 2n, data: Buffer.from('TWO') } },
    { case: 'data', value: { connectId: 1n, data: Buffer.from('bye') } },
  ])
  expect(proxy.journal).toMatchObject([
    { what: 'DIAL_REQ echo.test.invalid:7', to: address, sentBytes: 4, receivedBytes: 3 },
    { what: `DIAL_REQ ${address}`, to: address, sentBytes: 3, receivedBytes: 3 },
  ])
})

test.for([
  ['an unknown name', 'elsewhere.example:1', undefined, 'the proxy knows no elsewhere.example'],
  ['a scripted refusal', 'echo.test.invalid:7', refuse('closed today'), 'closed today'],
  ['a dead target', '127.0.0.1:1', undefined, 'connect ECONNREFUSED 127.0.0.1:1'],
] as const)('a proxy responds to %s with an error', async ([, target, dial, error]) => {
  proxy.answer(dial === undefined ? {} : { dial })
  const tunnel = openTunnel()
  tunnel.send(dialRequest(target, 5n))
  const answer = await tunnel.next()
  tunnel.close()

  expect(answer).toMatchObject({ case: 'dialResponse', value: { random: 5n, connectId: 0n, error } })
  expect(proxy.journal).toMatchObject([{ error }])
})

test('hangUp resets the connection', async () => {
  proxy.answer({ dial: hangUp })
  const tunnel = openTunnel()
  tunnel.send(dialRequest(address, 5n))

  expect(await tunnel.next()).toBe('ended')
  tunnel.close()
})

test('cutAfter cuts a connection after a number of bytes', async () => {
  proxy.answer({ dial: cutAfter(3) })
  const tunnel = openTunnel()
  tunnel.send(dialRequest(address, 5n))
  await tunnel.next()
  tunnel.send(dataPacket(1n, 'four'))
  const packets = [await tunnel.next(), await tunnel.next()]
  tunnel.close()

  expect(packets).toMatchObject([{ case: 'data' }, { case: 'closeResponse', value: { connectId: 1n } }])
})

test('a dial without a response is cancelled, and the stream stays open', async () => {
  proxy.answer({ dial: (honest, request) => (request.address === address ? silence() : honest) })
  const tunnel = openTunnel()
  tunnel.send(dialRequest(address, 5n))
  tunnel.send({ type: PacketType.DIAL_CLS, payload: { case: 'closeDial', value: { random: 5n } } })
  tunnel.send(dialRequest('echo.test.invalid:7', 6n))
  const answer = await tunnel.next()
  tunnel.close()

  expect(answer).toMatchObject({ case: 'dialResponse', value: { random: 6n } })
  expect(proxy.journal).toMatchObject([{ address }, { to: address }])
  expect(proxy.journal[0]).not.toHaveProperty('to')
})

test('the grpc protocol over TCP is rejected', async () => {
  await expect(startTunnelProxy({ protocol: 'grpc', transport: 'tcp' })).rejects.toThrow('unix sockets only')
})
