import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Server, ServerCredentials } from '@grpc/grpc-js'
import type { KeyPair } from '#harness/certificates.ts'
import type { ServedService } from './service.ts'

export interface GrpcServerOptions {
  readonly services: readonly ServedService[]
  /** Path of a unix socket (`@name` for an abstract one) or a TCP port of 127.0.0.1; default any free port. */
  readonly on?: string | number
  /** Speaks TLS with this key pair; only TCP servers do. */
  readonly tls?: KeyPair
  /** PEM; with it, only clients with a certificate of this authority get in. */
  readonly clientCa?: string
  /** `false`: chooses the address but refuses connections until `listen` is called. */
  readonly listening?: boolean
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

// A peer takes what it is sent: limits belong to the peer's own rules, not to the transport.
const noLimit = { 'grpc.max_receive_message_length': -1, 'grpc.max_send_message_length': -1 }

/** Starts a gRPC server on loopback or a unix socket. */
export async function startGrpcServer(options: GrpcServerOptions): Promise<GrpcServer> {
  const grpc = new Server(noLimit)
  const injector = grpc.createConnectionInjector(credentialsOf(options))
  const sockets = new Set<Socket>()
  const door = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // A client that resets its connection is no error of this server.
    socket.on('error', () => undefined)
    injector.injectConnection(socket)
  })

  const hangUp = (from?: string) => {
    const named = [...sockets].filter((socket) => `${socket.remoteAddress}:${socket.remotePort}` === from)
    for (const socket of named.length > 0 ? named : sockets) cut(socket)
  }
  for (const service of options.services) grpc.addService(service.definition, service.implement(hangUp))

  const path = typeof options.on === 'string' ? options.on : undefined
  let port = typeof options.on === 'number' ? options.on : 0
  const listen = async () => {
    if (door.listening) return
    if (path === undefined) door.listen(port, '127.0.0.1')
    else {
      if (!path.startsWith('@')) await rm(path, { force: true })
      door.listen(path.replace(/^@/, '\0'))
    }
    await once(door, 'listening')
    if (path === undefined) port = (door.address() as AddressInfo).port
  }
  const unlisten = async () => {
    const closed = door.listening ? once(door, 'close') : undefined
    door.close()
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

function credentialsOf({ tls, clientCa }: GrpcServerOptions): ServerCredentials {
  if (tls === undefined) return ServerCredentials.createInsecure()
  const pair = { private_key: Buffer.from(tls.key), cert_chain: Buffer.from(tls.certificate) }
  return ServerCredentials.createSsl(
    clientCa === undefined ? null : Buffer.from(clientCa),
    [pair],
    clientCa !== undefined,
  )
}
