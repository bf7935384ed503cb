import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import type { CertificateAuthority } from '#harness/certificates/authority.ts'
import { type ClientSubject, clientSubject, issueServer, type Presented } from '../tls/index.ts'

/** Transport between clients and a proxy. */
export type ProxyTransport = 'tcp' | 'tls' | 'mtls' | 'uds'

/** Address and transport of a proxy. */
export interface ProxyListenerOptions {
  readonly transport: ProxyTransport
  /** Port of a TCP listener; 0 for any free port. */
  readonly port: number
  /** Path of a unix listener. */
  readonly path: string
  readonly authority: CertificateAuthority
  readonly presents: Presented
}

/** Client connection that the listener accepted. */
export interface ClientConnection {
  readonly stream: Socket
  readonly client?: ClientSubject
  /** Resets a TCP connection. A unix socket has no reset and is closed. */
  hangUp(): void
}

/** Listener for the clients of a proxy, already listening. */
export interface ProxyListener {
  /** URL of the server: `http://`, `https://` or `unix://`. */
  readonly url: string
  stop(): Promise<void>
}

/** Starts to listen for clients. */
export async function listenForClients(
  options: ProxyListenerOptions,
  onConnection: (connection: ClientConnection) => void,
  onFailure: (reason: string) => void,
): Promise<ProxyListener> {
  const { transport, port, path, authority, presents } = options
  const rawSockets = new Set<Socket>()
  const socketsByPort = new Map<number, Socket>()
  const trackSocket = (raw: Socket): void => {
    rawSockets.add(raw)
    if (raw.remotePort !== undefined) socketsByPort.set(raw.remotePort, raw)
    raw.on('error', () => {})
    raw.once('close', () => rawSockets.delete(raw))
  }
  const hangUp = (raw: Socket | undefined) => (): void => {
    if (raw === undefined || transport === 'uds') raw?.destroy()
    else raw.resetAndDestroy()
  }

  let server: Server
  if (transport === 'tcp' || transport === 'uds') {
    server = createServer((raw) => {
      trackSocket(raw)
      onConnection({ stream: raw, hangUp: hangUp(raw) })
    })
  } else {
    const leaf = await issueServer(presents, authority)
    const isMutual = transport === 'mtls'
    const settings = { cert: leaf.certificate, key: leaf.key, ca: authority.certificate }
    const tlsServer = createTlsServer({ ...settings, requestCert: isMutual, rejectUnauthorized: isMutual })
    tlsServer.on('connection', trackSocket)
    tlsServer.on('secureConnection', (stream: TLSSocket) => {
      const client = clientSubject(stream)
      stream.on('error', () => {})
      const rawSocket = socketsByPort.get(stream.remotePort ?? 0)
      onConnection({ stream, hangUp: hangUp(rawSocket), ...(client && { client }) })
    })
    tlsServer.on('tlsClientError', (error: NodeJS.ErrnoException) => onFailure(error.code ?? error.message))
    server = tlsServer
  }

  if (transport === 'uds') {
    await rm(path, { force: true })
    server.listen(path)
  } else server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const scheme = transport === 'tcp' ? 'http' : 'https'
  return {
    url:
      transport === 'uds'
        ? `unix://${path}`
        : `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      const closeEvent = server.listening ? once(server, 'close') : undefined
      server.close()
      for (const rawSocket of rawSockets) rawSocket.destroy()
      await closeEvent
    },
  }
}
