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
import type { HttpJournalEntry, HttpJournalKind } from './request.ts'

/** Address, TLS and protocol options of an HTTP listener. */
export interface ListenerOptions {
  /** Default true. `false` serves plain HTTP/1.1, and all options for certificates and HTTP/2 have no effect. */
  readonly tls?: boolean
  /** Issuer of the certificate. Default: one authority shared by the peers of this process. */
  readonly authority?: CertificateAuthority
  /** Certificate at the start. Default: `honest`. */
  readonly presents?: Presented
  /** Host in `origin`. Default: `127.0.0.1`, the address of every listener. */
  readonly host?: string
  /** TCP port. Default: 0, any free port. */
  readonly port?: number
  /**
   * Default `ignored`: no client certificate is requested. `required` rejects clients without a certificate in the
   * handshake.
   */
  readonly clientCertificates?: 'ignored' | 'asked' | 'required'
  /** PEM of the authorities that client certificates must chain to. Default: the authority of the listener. */
  readonly clientAuthority?: string
  /** Default true: offers HTTP/2 in addition to HTTP/1.1. */
  readonly http2?: boolean
}

/** HTTP request of either version. */
export type HttpRequest = IncomingMessage | Http2ServerRequest
/** Response to a request of either version. */
export type HttpResponse = ServerResponse | Http2ServerResponse

/** TCP connection that carries HTTP, with or without TLS. */
export interface Connection {
  readonly raw: Socket
  /** True after a successful TLS handshake; always true without TLS. */
  isSecured: boolean
  requestCount: number
  client?: ClientSubject
}

/** Callbacks of a listener. */
export interface ListenerEvents {
  request(req: HttpRequest, res: HttpResponse, connection: Connection): void
  /** Called for a connection without a request. */
  noRequest(request: HttpJournalEntry): void
}

/** HTTP listener on loopback, already listening. */
export interface Listener {
  /** `https://127.0.0.1:41234`, or `http://…` without TLS; with `localhost` if that is the `host` of the options. */
  readonly origin: string
  readonly port: number
  readonly authority: CertificateAuthority
  /**
   * Changes the certificate and cuts open connections, so that the next request sees the new certificate. Rejects
   * without TLS.
   */
  present(presented: Presented): Promise<void>
  /** Cuts every open connection. */
  cut(): void
  stop(): Promise<void>
}

/**
 * Listens on 127.0.0.1, with a certificate for `127.0.0.1` and `localhost`. Rejects with an error whose `code` is
 * `EADDRINUSE` if the port is in use.
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
  const requestsCertificate = tls && clientCertificates !== 'ignored'
  const secureServer = async () => {
    const settings = {
      ...context(await issueServer(presents, authority)),
      requestCert: requestsCertificate,
      rejectUnauthorized: clientCertificates === 'required',
    }
    return http2 ? createSecureServer({ ...settings, allowHTTP1: true }) : createServer(settings)
  }
  const tlsServer = tls ? await secureServer() : undefined
  const server = tlsServer ?? createPlainServer()
  const connections = new Map<number, Connection>()
  let origin = ''
  let stopping: Promise<void> | undefined

  const noRequest = (kind: HttpJournalKind, error: string, client?: ClientSubject): void => {
    if (stopping !== undefined) return
    const description = `${kind === 'unused' ? 'connection closed without a request' : kind}: ${error}`
    events.noRequest({ atMs: nowMs(), what: description, kind, origin, error, ...(client && { client }) })
  }

  server.on('connection', (socket: Socket) => {
    const connection: Connection = { raw: socket, isSecured: !tls, requestCount: 0 }
    const remotePort = socket.remotePort ?? 0
    connections.set(remotePort, connection)
    socket.setNoDelay(true)
    socket.once('close', () => {
      if (connections.get(remotePort) === connection) connections.delete(remotePort)
      if (!tls && connection.requestCount === 0) noRequest('unused', 'the client left')
    })
  })
  server.on('secureConnection', (socket: TLSSocket) => {
    const connection = connections.get(socket.remotePort ?? 0)
    if (connection === undefined) return
    connection.isSecured = true
    const client = requestsCertificate ? clientSubject(socket) : undefined
    if (client !== undefined) connection.client = client
    socket.on('error', () => {})
    socket.once('close', () => {
      if (connection.requestCount === 0)
        noRequest('unused', 'the TLS handshake had succeeded', connection.client)
    })
  })
  server.on('tlsClientError', (error: NodeJS.ErrnoException, socket: TLSSocket) => {
    noRequest('tls-error', error.code ?? error.message)
    socket.destroy()
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const connection = connections.get(socket.remotePort ?? 0)
    // Failed handshakes also cause this event. A connection that breaks after its requests ends normally.
    if (connection?.isSecured === true && connection.requestCount === 0) {
      connection.requestCount = 1
      noRequest('malformed', error.code ?? error.message, connection.client)
    }
    socket.destroy()
  })
  // A fault that cuts a session causes this event; it needs no handling.
  server.on('sessionError', () => {})
  server.on('request', (req: HttpRequest, res: HttpResponse) => {
    const connection = connections.get(req.socket.remotePort ?? 0)
    if (connection === undefined) return
    connection.requestCount += 1
    events.request(req, res, connection)
  })
  // Idle connections stay open: closing them would race with a client that is about to reuse a connection.
  Object.assign(server, { keepAliveTimeout: 0 })

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
  const boundPort = (server.address() as AddressInfo).port
  origin = `${tls ? 'https' : 'http'}://${host}:${boundPort}`

  const cutConnections = (): void => {
    for (const { raw } of connections.values()) raw.destroy()
  }
  return {
    origin,
    port: boundPort,
    authority,
    cut: cutConnections,
    present: async (presented) => {
      if (tlsServer === undefined)
        throw new HarnessError('harness-fault', `${origin} presents no certificate.`)
      tlsServer.setSecureContext(context(await issueServer(presented, authority)))
      cutConnections()
    },
    stop: () => {
      stopping ??= new Promise((resolve) => {
        server.close(() => resolve())
        cutConnections()
      })
      return stopping
    },
  }
}
