import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { Server, ServerCredentials } from '@grpc/grpc-js'
import type { KeyPair } from '#harness/certificates/authority.ts'
import { messageOf } from '#harness/errors.ts'
import type { ServedService } from './service.ts'

/** What a gRPC server serves, and where. */
export interface GrpcServerOptions {
  readonly services: readonly ServedService[]
  /** Path of a unix socket (`@name` for an abstract one) or a TCP port of 127.0.0.1; default any free port. */
  readonly on?: string | number
  /** Speaks TLS with this key pair; only TCP servers do. */
  readonly tls?: KeyPair
  /** PEM; with it, only clients with a certificate of this authority get in. */
  readonly clientCa?: string
  /** Told what the services themselves do not see. */
  readonly events?: Partial<GrpcServerEvents>
  /** `false`: chooses the address but refuses connections until `listen` is called. */
  readonly listening?: boolean
}

/** What a gRPC server sees besides calls of its services; clients are named by their address, `127.0.0.1:40112`. */
export interface GrpcServerEvents {
  /** Somebody asked for a method that no service has, `/package.Service/Method`; it is answered with UNIMPLEMENTED. */
  unknownMethod(path: string): void
  /** A TLS handshake ended well. */
  secured(from: string, socket: TLSSocket): void
  /** A TLS handshake failed. */
  unsecured(from: string, why: string): void
  /** A client that had been let in over TLS has left. */
  left(from: string): void
}

/** A gRPC server whose connections can be cut and whose listening can be switched off and on. */
export interface GrpcServer extends AsyncDisposable {
  /** `http://`, `https://` or `unix://`. */
  readonly url: string
  /** How many connections are open. */
  readonly connections: number
  /** Accepts connections (again), at the same address. */
  listen(): Promise<void>
  /** Refuses new connections and cuts the open ones. */
  unlisten(): Promise<void>
  /** Resets the connection of that client address; all of them where the address is unknown. */
  hangUp(from?: string): void
  /** Stops for good; stopping twice is harmless. */
  stop(): Promise<void>
}

const transport = {
  // A peer takes what it is sent: limits belong to the peer's own rules, not to the transport.
  'grpc.max_receive_message_length': -1,
  'grpc.max_send_message_length': -1,
  // Statistics that nobody asks for; they cost a tenth of each call.
  'grpc.enable_channelz': 0,
}

/** Starts a gRPC server on loopback or a unix socket. */
export async function startGrpcServer(options: GrpcServerOptions): Promise<GrpcServer> {
  const grpc = new Server(transport)
  knowUnknown(grpc, options)
  const injector = grpc.createConnectionInjector(ServerCredentials.createInsecure())
  const admit = afterHandshake(options, (socket) => injector.injectConnection(socket))
  const sockets = new Set<Socket>()
  const listener = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // A client that resets its connection is no error of this server.
    socket.on('error', () => undefined)
    admit(socket)
  })

  const hangUp = (from?: string) => {
    const named = [...sockets].filter((socket) => `${socket.remoteAddress}:${socket.remotePort}` === from)
    for (const socket of named.length > 0 ? named : sockets) cut(socket)
  }
  for (const service of options.services) grpc.addService(service.definition, service.implement(hangUp))

  const path = typeof options.on === 'string' ? options.on : undefined
  let port = typeof options.on === 'number' ? options.on : 0
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
  const unlisten = async () => {
    const closed = listener.listening ? once(listener, 'close') : undefined
    listener.close()
    for (const socket of sockets) cut(socket)
    await closed
  }

  await listen()
  if (options.listening === false) await unlisten()
  let stopped = false
  const stop = async () => {
    if (stopped) return
    stopped = true
    await unlisten()
    injector.destroy()
    grpc.forceShutdown()
  }
  return {
    url: urlOf(path, port, options.tls !== undefined),
    get connections() {
      return sockets.size
    },
    listen,
    unlisten,
    hangUp,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** Resets a TCP connection; a unix one knows no reset and is closed. */
function cut(socket: Socket): void {
  if (socket.remotePort === undefined) socket.destroy()
  else socket.resetAndDestroy()
}

function urlOf(path: string | undefined, port: number, tls: boolean): string {
  if (path === undefined) return `${tls ? 'https' : 'http'}://127.0.0.1:${port}`
  // The URL of an abstract socket has its name where a path would be.
  return path.startsWith('@') ? `unix:///${path}` : `unix://${path}`
}

/** What a new connection goes through before gRPC is spoken on it. */
function afterHandshake(
  { tls, clientCa, events }: GrpcServerOptions,
  speak: (socket: Socket) => void,
): (socket: Socket) => void {
  if (tls === undefined) return speak
  const handshake = createTlsServer({
    key: tls.key,
    cert: tls.certificate,
    ALPNProtocols: ['h2'],
    requestCert: clientCa !== undefined,
    rejectUnauthorized: clientCa !== undefined,
    ...(clientCa === undefined ? {} : { ca: clientCa }),
  })
  const secured = new Set<string>()
  const problems = new Map<string, string>()
  handshake.on('tlsClientError', (error, socket) => problems.set(addressOf(socket), messageOf(error)))
  handshake.on('secureConnection', (socket) => {
    const from = addressOf(socket)
    secured.add(from)
    events?.secured?.(from, socket)
    socket.on('error', () => undefined)
    socket.once('close', () => events?.left?.(from))
    speak(socket)
  })
  return (socket) => {
    const from = addressOf(socket)
    handshake.emit('connection', socket)
    socket.once('close', () => {
      const why = problems.get(from) ?? 'the client left'
      problems.delete(from)
      // Some clients only look whether the port is open.
      if (!secured.delete(from) && socket.bytesRead > 0) events?.unsecured?.(from, why)
    })
  }
}

function addressOf(socket: Socket): string {
  return `${socket.remoteAddress}:${socket.remotePort}`
}

/** Lets the server tell of methods it does not have. */
function knowUnknown(grpc: Server, { events }: GrpcServerOptions): void {
  class Handlers extends Map<string, unknown> {
    override get(path: string): unknown {
      const known = super.get(path)
      if (known === undefined) events?.unknownMethod?.(path)
      return known
    }
  }
  // grpc-js answers these by itself, before any interceptor, and tells nobody.
  Object.assign(grpc, { handlers: new Handlers() })
}
