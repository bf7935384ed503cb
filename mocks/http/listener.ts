import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { CertificateAuthority, KeyPair } from '#harness/certificates/authority.ts'
import { nowMs } from '#harness/time.ts'
import { HarnessError } from '#harness/errors.ts'
import {
  type ClientSubject,
  clientSubject,
  issueServer,
  type Presented,
  sharedAuthority,
} from '../tls/index.ts'
import type { HttpSeen, HttpSeenKind } from './http-seen.ts'

/** How an HTTP listener is reached, and what it shows of itself. */
export interface ListenerOptions {
  /** Default true. `false` speaks plain HTTP/1.1, and everything about certificates and HTTP/2 is without effect. */
  readonly tls?: boolean
  /** Issues the certificate; default: one authority shared by the peers of this process. */
  readonly authority?: CertificateAuthority
  /** The certificate to start with; default `honest`. */
  readonly presents?: Presented
  /** The host in `origin`; default `127.0.0.1`, which is where every listener listens. */
  readonly host?: string
  /** Default 0: any free port. */
  readonly port?: number
  /** Default `ignored`: clients are not asked for a certificate. `required` refuses those without in the handshake. */
  readonly clientCertificates?: 'ignored' | 'asked' | 'required'
  /** PEM of the authorities that client certificates must chain to; default: the listener's own. */
  readonly clientAuthority?: string
  /** Default true: offers HTTP/2 beside HTTP/1.1. */
  readonly http2?: boolean
}

/** A request of either version of HTTP. */
export type HttpRequest = IncomingMessage | Http2ServerRequest
/** The way to answer it. */
export type HttpResponse = ServerResponse | Http2ServerResponse

/** A TCP connection below the HTTP that it carries, with TLS between them or without. */
export interface Connection {
  readonly raw: Socket
  /** Whether the TLS handshake has ended well; true from the beginning where there is none. */
  secured: boolean
  requests: number
  client?: ClientSubject
}

/** What a listener hands on. */
export interface ListenerEvents {
  request(req: HttpRequest, res: HttpResponse, connection: Connection): void
  /** A connection on which nothing was asked. */
  nothingAsked(seen: HttpSeen): void
}

/** An HTTP listener on loopback, handed over listening. */
export interface Listener {
  /** `https://127.0.0.1:41234`, or `http://…` without TLS; `localhost` likewise when asked for. */
  readonly origin: string
  readonly port: number
  readonly authority: CertificateAuthority
  /** Changes the certificate and cuts open connections, so that the next request meets it. Rejects where there is no TLS. */
  present(presented: Presented): Promise<void>
  /** Cuts every open connection. */
  cut(): void
  stop(): Promise<void>
}

/**
 * Listens on 127.0.0.1, with a certificate for `127.0.0.1` and `localhost`. On a port that is taken it rejects with an
 * error whose `code` is `EADDRINUSE`.
 */
export async function listen(options: ListenerOptions, events: ListenerEvents): Promise<Listener> {
  const { host = '127.0.0.1', port = 0, presents = 'honest', clientCertificates = 'ignored' } = options
  const { tls = true, http2 = true } = options
  const authority = options.authority ?? (await sharedAuthority())
  const context = (leaf: KeyPair) => ({
    cert: leaf.certificate,
    key: leaf.key,
    ca: options.clientAuthority ?? authority.certificate,
  })
  const asksClient = tls && clientCertificates !== 'ignored'
  const secureServer = async () => {
    const settings = {
      ...context(await issueServer(presents, authority)),
      requestCert: asksClient,
      rejectUnauthorized: clientCertificates === 'required',
    }
    return http2 ? createSecureServer({ ...settings, allowHTTP1: true }) : createServer(settings)
  }
  const secure = tls ? await secureServer() : undefined
  const server = secure ?? createPlainServer()
  const connections = new Map<number, Connection>()
  let origin = ''
  let stopped: Promise<void> | undefined

  const nothingAsked = (kind: HttpSeenKind, error: string, client?: ClientSubject): void => {
    if (stopped !== undefined) return
    const what = `${kind === 'unused' ? 'connection closed without a request' : kind}: ${error}`
    events.nothingAsked({ atMs: nowMs(), what, kind, origin, error, ...(client && { client }) })
  }

  server.on('connection', (raw: Socket) => {
    const connection: Connection = { raw, secured: !tls, requests: 0 }
    const remotePort = raw.remotePort ?? 0
    connections.set(remotePort, connection)
    raw.setNoDelay(true)
    raw.once('close', () => {
      if (connections.get(remotePort) === connection) connections.delete(remotePort)
      if (!tls && connection.requests === 0) nothingAsked('unused', 'the client left')
    })
  })
  server.on('secureConnection', (socket: TLSSocket) => {
    const connection = connections.get(socket.remotePort ?? 0)
    if (connection === undefined) return
    connection.secured = true
    const client = asksClient ? clientSubject(socket) : undefined
    if (client !== undefined) connection.client = client
    socket.on('error', () => {})
    socket.once('close', () => {
      if (connection.requests === 0)
        nothingAsked('unused', 'the TLS handshake had succeeded', connection.client)
    })
  })
  server.on('tlsClientError', (error: NodeJS.ErrnoException, socket: TLSSocket) => {
    nothingAsked('tls-error', error.code ?? error.message)
    socket.destroy()
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const connection = connections.get(socket.remotePort ?? 0)
    // Failed handshakes come here too; and a connection that breaks after its requests is a way of leaving.
    if (connection?.secured === true && connection.requests === 0) {
      connection.requests = 1
      nothingAsked('malformed', error.code ?? error.message, connection.client)
    }
    socket.destroy()
  })
  // Sessions end by error whenever a lie cuts them; the peer has nothing to add.
  server.on('sessionError', () => {})
  server.on('request', (req: HttpRequest, res: HttpResponse) => {
    const connection = connections.get(req.socket.remotePort ?? 0)
    if (connection === undefined) return
    connection.requests += 1
    events.request(req, res, connection)
  })
  // Idle connections stay: a server that closes them races with a client that is about to use one.
  Object.assign(server, { keepAliveTimeout: 0 })

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
  const bound = (server.address() as AddressInfo).port
  origin = `${tls ? 'https' : 'http'}://${host}:${bound}`

  const cut = (): void => {
    for (const { raw } of connections.values()) raw.destroy()
  }
  return {
    origin,
    port: bound,
    authority,
    cut,
    present: async (presented) => {
      if (secure === undefined) throw new HarnessError('harness-fault', `${origin} presents no certificate.`)
      secure.setSecureContext(context(await issueServer(presented, authority)))
      cut()
    },
    stop: () => {
      stopped ??= new Promise((resolve) => {
        server.close(() => resolve())
        cut()
      })
      return stopped
    },
  }
}
