import { Client, credentials } from '@grpc/grpc-js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '#harness/machine/until.ts'
import { KV, Maintenance } from '#protos/etcd/rpc_pb.ts'
import { GrpcError, type GrpcServer, grpcClient, serve, startGrpcServer } from './index.ts'
import { ConnectionReset } from '../peer/index.ts'

const key = Buffer.from('/a')

let server: GrpcServer
let client: ReturnType<typeof connect>

function connect(to = server) {
  return grpcClient(KV, new URL(to.url).host)
}

beforeEach(async () => {
  server = await startGrpcServer({
    services: [
      serve(KV, {
        range: (_, { bytes }) => ({ count: BigInt(bytes) }),
        put: () => {
          throw new GrpcError('ABORTED', 'not now')
        },
        txn: () => {
          throw new TypeError('a bug of the handler')
        },
        compact: () => {
          throw new ConnectionReset()
        },
      }),
    ],
  })
  client = connect()
})
afterEach(async () => {
  client.close()
  await server.stop()
})

describe('a handler', () => {
  test('a handler receives the size of the request and returns the fields of the response', async () => {
    expect((await client.range({ key })).count).toBe(4n)
  })

  test('a handler receives the timeout of the client, and an event if the client leaves', async () => {
    const received: (string | number | undefined)[] = []
    const waitingServer = await startGrpcServer({
      services: [
        serve(KV, {
          range: (_, call) => {
            received.push(call.timeoutMs)
            return new Promise(() => {
              call.onDisconnected(() => received.push('gone'))
            })
          },
          put: (_, call) => {
            received.push(call.timeoutMs)
            call.onDisconnected(() => received.push('wrong'))
            return {}
          },
        }),
      ],
    })
    const impatientClient = connect(waitingServer)
    await impatientClient.put({})
    await expect(impatientClient.range({ key }, { 'grpc-timeout': '100m' })).rejects.toMatchObject({
      code: 4,
    })
    await until(() => received.length === 3, {
      withinMs: 1000,
      what: 'the handler knew that its client went',
    })

    expect(received).toEqual([undefined, expect.toSatisfy((ms: number) => ms > 0 && ms <= 100), 'gone'])
    impatientClient.close()
    await waitingServer.stop()
  })

  test('a handler responds with a status, and any other error is UNKNOWN', async () => {
    await expect(client.put({})).rejects.toMatchObject({ code: 10, details: 'not now' })
    await expect(client.txn({})).rejects.toMatchObject({ code: 2, details: 'a bug of the handler' })
  })

  test('a call without a handler or a service is UNIMPLEMENTED', async () => {
    await expect(client.deleteRange({ key })).rejects.toMatchObject({ code: 12 })
    const otherClient = grpcClient(Maintenance, new URL(server.url).host)
    await expect(otherClient.status({})).rejects.toMatchObject({ code: 12 })
    otherClient.close()
  })

  test('bytes that are not a message of the method are rejected before the handler', async () => {
    const rawClient = new Client(new URL(server.url).host, credentials.createInsecure())
    const passThrough = (bytes: Buffer) => bytes
    const malformedBytes = Buffer.from([0x0a, 0xff])
    const failure = await new Promise<{ code?: number } | null>((resolve) => {
      rawClient.makeUnaryRequest(
        '/etcdserverpb.KV/Range',
        passThrough,
        passThrough,
        malformedBytes,
        (error) => resolve(error),
      )
    })

    expect(failure).toMatchObject({ code: 13, details: 'request is no etcdserverpb.RangeRequest' })
    rawClient.close()
  })

  test('a handler resets only the connection of the calling client', async () => {
    const otherClient = connect()
    await otherClient.range({ key })
    const [unansweredCall] = await Promise.allSettled([client.compact({})])

    expect(unansweredCall).toMatchObject({ status: 'rejected', reason: { code: 14 } })
    expect(server.connections).toBe(1)
    otherClient.close()
  })
})

test('a server reports the number of connections, and cuts the connections when it stops listening', async () => {
  await client.range({ key })
  expect(server.connections).toBe(1)
  await server.unlisten()

  await expect(client.range({ key })).rejects.toMatchObject({ code: 14 })
  expect(server.connections).toBe(0)
})

test('a start on a port in use fails with EADDRINUSE', async () => {
  await using firstServer = await startGrpcServer({ services: [] })
  const usedPort = Number(new URL(firstServer.url).port)

  await expect(startGrpcServer({ services: [], address: usedPort })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
})
