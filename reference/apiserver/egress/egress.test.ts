import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttp, type IncomingMessage } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create } from '@bufbuild/protobuf'
import { Server as GrpcServer, ServerCredentials, type ServerDuplexStream } from '@grpc/grpc-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { methodDefinition } from '../../grpc/method.ts'
import { CertificateAuthority } from '../../testing/certificate-authority.ts'
import { configureEgress } from './configure.ts'
import { type Packet, PacketSchema, PacketType, ProxyService } from '#protos/tunnel_pb.ts'

const directory = mkdtempSync(join(tmpdir(), 'egress-'))
const writeTestFile = (name: string, text: string) => {
  writeFileSync(join(directory, name), text)
  return join(directory, name)
}
/** Server that returns its input in upper case. */
const echo: Server = createServer((socket) => {
  socket.on('error', () => {})
  socket.on('data', (bytes: Buffer) => socket.write(bytes.toString('utf8').toUpperCase()))
})
beforeAll(async () => {
  echo.listen(0, '127.0.0.1')
  await once(echo, 'listening')
})
afterAll(() => {
  echo.close()
  rmSync(directory, { recursive: true })
})
const connectToEcho = () => connect({ host: '127.0.0.1', port: (echo.address() as AddressInfo).port })

function onConnect(targets: string[]) {
  return (request: IncomingMessage, socket: Socket) => {
    targets.push(request.url ?? '')
    if (request.url?.startsWith('refused')) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      return
    }
    const targetSocket = connectToEcho()
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    socket.pipe(targetSocket).pipe(socket)
    socket.on('error', () => targetSocket.destroy())
    targetSocket.on('error', () => socket.destroy())
  }
}

async function configureSelection(transport: object, proxyProtocol = 'HTTPConnect', name = 'etcd') {
  const config = {
    apiVersion: 'apiserver.orch.io/v1alpha1',
    kind: 'EgressSelectorConfiguration',
    egressSelections: [{ name, connection: { proxyProtocol, transport } }],
  }
  return configureEgress(writeTestFile(`${Math.random()}.yaml`, stringify(config)))
}

async function receiveEcho(dialing: Promise<Duplex> | undefined) {
  if (dialing === undefined) throw new Error('there is no such selection')
  const stream = await dialing
  stream.write('hello')
  const [bytes] = (await once(stream, 'data')) as [Buffer]
  stream.destroy()
  return bytes.toString('utf8')
}

describe('tunnels', () => {
  test('an HTTP CONNECT proxy on a unix socket connects to a name that only the proxy resolves', async () => {
    const dialledTargets: string[] = []
    const proxy = createHttp()
    proxy.on('connect', onConnect(dialledTargets))
    proxy.listen(join(directory, 'connect.sock'))
    await once(proxy, 'listening')
    const egress = await configureSelection(
      { uds: { udsName: join(directory, 'connect.sock') } },
      'HTTPConnect',
      'master',
    )
    const dial = egress('controlplane')

    expect(egress('etcd')).toBeUndefined()
    expect(await receiveEcho(dial?.('only.proxy.invalid', 2379))).toBe('HELLO')
    expect(dialledTargets).toEqual(['only.proxy.invalid:2379'])
    await expect(dial?.('refused.invalid', 1)).rejects.toThrow('403')
    proxy.close()
  })

  test('a TLS proxy is verified and receives the client certificate', async () => {
    const authority = new CertificateAuthority('proxy-ca')
    const client = authority.client('apiserver')
    const dialledTargets: string[] = []
    const proxy = createHttps({
      ...authority.server(),
      ca: [authority.cert],
      requestCert: true,
      rejectUnauthorized: true,
    })
    proxy.on('connect', onConnect(dialledTargets))
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const tls = {
      clientKey: writeTestFile('client.key', client.key),
      clientCert: writeTestFile('client.crt', client.cert),
    }
    const url = `https://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const caBundle = writeTestFile('ca.crt', authority.cert)
    const dialersWithCa = await configureSelection({ tcp: { url, tlsConfig: { ...tls, caBundle } } })
    const dialersWithoutCa = await configureSelection({ tcp: { url, tlsConfig: tls } })

    expect(await receiveEcho(dialersWithCa('etcd')?.('a.invalid', 1))).toBe('HELLO')
    await expect(dialersWithoutCa('etcd')?.('a.invalid', 1)).rejects.toThrow('not trusted')
    expect(dialledTargets).toEqual(['a.invalid:1'])
    proxy.close()
    proxy.closeAllConnections()
  })

  test('a GRPC tunnel dials, carries bytes and closes the connection', async () => {
    const packetTypes: number[] = []
    const server = new GrpcServer()
    const serveProxy = (stream: ServerDuplexStream<Packet, Packet>) => {
      const targetSocket = connectToEcho()
      targetSocket.on('error', () => {})
      const sendPacket = (type: PacketType, payload: Packet['payload']) =>
        stream.write(create(PacketSchema, { type, payload: payload as never }))
      targetSocket.on('data', (data: Buffer) =>
        sendPacket(PacketType.DATA, {
          case: 'data',
          value: { $typeName: 'Data', connectId: 7n, error: '', data },
        }),
      )
      stream.on('error', () => {})
      stream.on('data', ({ type, payload }: Packet) => {
        packetTypes.push(type)
        if (payload.case === 'dialRequest') {
          const { random, address } = payload.value
          const error = address.startsWith('refused') ? 'no route' : ''
          sendPacket(PacketType.DIAL_RSP, {
            case: 'dialResponse',
            value: { $typeName: 'DialResponse', error, connectId: 7n, random },
          })
        } else if (payload.case === 'data') targetSocket.write(payload.value.data)
        else if (payload.case === 'closeRequest') {
          targetSocket.destroy()
          sendPacket(PacketType.CLOSE_RSP, {
            case: 'closeResponse',
            value: { $typeName: 'CloseResponse', error: '', connectId: 7n },
          })
          stream.end()
        }
      })
    }
    server.addService({ proxy: methodDefinition(ProxyService.method.proxy) }, { proxy: serveProxy })
    const path = join(directory, 'grpc.sock')
    await new Promise((resolve) => {
      server.bindAsync(`unix:${path}`, ServerCredentials.createInsecure(), resolve)
    })
    const dial = (await configureSelection({ uds: { udsName: path } }, 'GRPC'))('etcd')

    expect(await receiveEcho(dial?.('only.proxy.invalid', 2379))).toBe('HELLO')
    await expect.poll(() => packetTypes).toEqual([0, 4, 2])
    await expect(dial?.('refused.invalid', 1)).rejects.toThrow('no route')
    server.forceShutdown()
  })
})

describe('the egress file', () => {
  test.for([
    ['GRPC over tcp', { tcp: { url: 'http://127.0.0.1:1' } }, 'GRPC'],
    [
      'a client key for an http:// proxy',
      { tcp: { url: 'http://127.0.0.1:1', tlsConfig: { clientKey: '/k' } } },
      'HTTPConnect',
    ],
    ['https:// without a client key', { tcp: { url: 'https://127.0.0.1:1' } }, 'HTTPConnect'],
    ['no transport', {}, 'HTTPConnect'],
    ['a scheme before a socket name', { uds: { udsName: 'unix:///x' } }, 'HTTPConnect'],
  ] as const)('an egress file with %s is rejected', async ([, transport, protocol]) => {
    await expect(configureSelection(transport, protocol)).rejects.toThrow('transport')
  })
})
