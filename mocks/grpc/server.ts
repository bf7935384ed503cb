import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { Server, ServerCredentials } from '@grpc/grpc-js'
import type { KeyPair } from '#harness/certificates/authority.ts'
import { messageOf } from '#harness/errors.ts'
import type { ServedService } from './service.ts'

/** Services and address of a gRPC server. */
export interface GrpcServerOptions {
  readonly services: readonly ServedService[]
  /** Path of a unix socket (`@name` for an abstract one) or a TCP port of 127.0.0.1. Default: any free port. */
  readonly address?: string | number
  /** Key pair for TLS, for TCP servers only. */
  readonly tls?: KeyPair
  /** PEM of an authority. If set, clients must present a certificate of this authority. */
  readonly clientCa?: string
  /** Callbacks for events that the services do not see. */
  readonly events?: Partial<GrpcServerEvents>
  /** `false` reserves the address but refuses connections until `listen` is called. */
  readonly listening?: boolean
}

/**
 * Events of a gRPC server other than calls of its services. Clients are identified by their address, `127.0.0.1:40112`.
 */
export interface GrpcServerEvents {
  /** A client called a method that no service has, `/package.Service/Method`; the response is UNIMPLEMENTED. */
  unknownMethod(path: string): void
  /** A TLS handshake succeeded. */
  handshakeSucceeded(client: string, socket: TLSSocket): void
  /** A TLS handshake failed. */
  handshakeFailed(client: string, reason: string): void
  /** A client left after a successful TLS handshake. */
  clientLeft(client: string): void
}

/** gRPC server whose connections can be cut and whose listening can be switched off and on. */
export interface GrpcServer extends AsyncDisposable {
  /** URL of the server: `http://`, `https://` or `unix://`. */
  readonly url: string
  /** Number of open connections. */
  readonly connections: number
  /** Starts to accept connections, at the same address as before. */
  listen(): Promise<void>
  /** Refuses new connections and cuts the open connections. */
  unlisten(): Promise<void>
  /** Resets the connection of a client address, or all connections if the address is unknown. */
  hangUp(client?: string): void
  /** Stops permanently. A second call has no effect. */
  stop(): Promise<void>
}

const channelOptions = {
  // The server accepts messages of any size; each peer enforces its own limits.
  'grpc.max_receive_message_length': -1,
  'grpc.max_send_message_length': -1,
  // Disables unused statistics, which take a tenth of the time of each call.
  'grpc.enable_channelz': 0,
}

/** Starts a gRPC server on loopback or a unix socket. */
export async function startGrpcServer(options: GrpcServerOptions): Promise<GrpcServer> {
  const grpc = new Server(channelOptions)
  reportUnknownMethods(grpc, options)
  const injector = grpc.createConnectionInjector(ServerCredentials.createInsecure())
  const admitSocket = afterHandshake(options, (socket) => injector.injectConnection(socket))
  const sockets = new Set<Socket>()
  const listener = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // A reset by the client is not an error of this server.
    socket.on('error', () => undefined)
    admitSocket(socket)
  })

  const hangUp = (client?: string) => {
    const clientSockets = [...sockets].filter(
      (socket) => `${socket.remoteAddress}:${socket.remotePort}` === client,
    )
    for (const socket of clientSockets.length > 0 ? clientSockets : sockets) destroySocket(socket)
  }
  for (const service of options.services) grpc.addService(service.definition, service.implement(hangUp))

  const path = typeof options.address === 'string' ? options.address : undefined
  let port = typeof options.address === 'number' ? options.address : 0
  const listen = async () => {
    if (listener.listening) return
    if (path === undefined) listener.listen(port, '127.0.0.1')
    else {
      if (!path.startsWith('@')) await rm(path, { force: true })
      listener.listen(path.replace(/^@/, '\0'))
    }
    await once(listener, 'listening')
    if (path === undefined) port = (listener.address() as AddressInfo).port
  }
  const closeListener = async () => {
    const closeEvent = listener.listening ? once(listener, 'close') : undefined
    listener.close()
    for (const socket of sockets) destroySocket(socket)
    await closeEvent
  }

  await listen()
  if (options.listening === false) await closeListener()
  let isStopped = false
  const stop = async () => {
    if (isStopped) return
    isStopped = true
    await closeListener()
    injector.destroy()
    grpc.forceShutdown()
  }
  return {
    url: urlOf(path, port, options.tls !== undefined),
    get connections() {
      return sockets.size
    },
    listen,
    unlisten: closeListener,
    hangUp,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** Resets a TCP connection. A unix socket has no reset and is closed. */
function destroySocket(socket: Socket): void {
  if (socket.remotePort === undefined) socket.destroy()
  else socket.resetAndDestroy()
}

function urlOf(path: string | undefined, port: number, tls: boolean): string {
  if (path === undefined) return `${tls ? 'https' : 'http'}://127.0.0.1:${port}`
  // In the URL of an abstract socket, the name replaces the path.
  return path.startsWith('@') ? `unix:///${path}` : `unix://${path}`
}

/** Returns the handler of new connections that runs before gRPC. */
function afterHandshake(
  { tls, clientCa, events }: GrpcServerOptions,
  serveSocket: (socket: Socket) => void,
): (socket: Socket) => void {
  if (tls === undefined) return serveSocket
  const handshake = createTlsServer({
    key: tls.key,
    cert: tls.certificate,
    ALPNProtocols: ['h2'],
    requestCert: clientCa !== undefined,
    rejectUnauthorized: clientCa !== undefined,
    ...(clientCa === undefined ? {} : { ca: clientCa }),
  })
  const securedClients = new Set<string>()
  const problems = new Map<string, string>()
  handshake.on('tlsClientError', (error, socket) => problems.set(addressOf(socket), messageOf(error)))
  handshake.on('secureConnection', (socket) => {
    const client = addressOf(socket)
    securedClients.add(client)
    events?.handshakeSucceeded?.(client, socket)
    socket.on('error', () => undefined)
    socket.once('close', () => events?.clientLeft?.(client))
    serveSocket(socket)
  })
  return (socket) => {
    const client = addressOf(socket)
    handshake.emit('connection', socket)
    socket.once('close', () => {
      const reason = problems.get(client) ?? 'the client left'
      problems.delete(client)
      // Some clients only check whether the port is open.
      if (!securedClients.delete(client) && socket.bytesRead > 0) events?.handshakeFailed?.(client, reason)
    })
  }
}

function addressOf(socket: Socket): string {
  return `${socket.remoteAddress}:${socket.remotePort}`
}

/** Makes the server report calls of methods that it does not have. */
function reportUnknownMethods(grpc: Server, { events }: GrpcServerOptions): void {
  class Handlers extends Map<string, unknown> {
    override get(path: string): unknown {
      const knownHandler = super.get(path)
      if (knownHandler === undefined) events?.unknownMethod?.(path)
      return knownHandler
    }
  }
  // grpc-js answers these calls itself, before any interceptor, and without an event.
  Object.assign(grpc, { handlers: new Handlers() })
}
