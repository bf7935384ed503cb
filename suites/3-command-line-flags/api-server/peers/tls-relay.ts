import { once } from 'node:events'
import { connect, createServer, type TLSSocket } from 'node:tls'
import type { KeyPair } from '#harness/certificates/authority.ts'

/** A TLS server that passes connections on to an API server, with a certificate that checks can replace. */
export interface TlsRelay {
  /** Number of TCP connections so far. */
  connections(): number
  /** Replaces the certificate, and closes all connections with the previous one. */
  presentCertificate(serving: KeyPair): void
  stop(): Promise<void>
}

/** Addresses and certificates of a relay. */
export interface RelayOptions {
  readonly host: string
  /** Port of both the relay and the API server. */
  readonly port: number
  readonly relayedHost: string
  /** Certificate that the relay presents at its start. */
  readonly servingPair: KeyPair
  /** Certificate for connections to the API server. */
  readonly client: KeyPair
}

/** Starts a relay, which needs no API server yet. */
export async function startTlsRelay(options: RelayOptions): Promise<TlsRelay> {
  const { host, port, relayedHost, servingPair, client } = options
  const pair = ({ certificate, key }: KeyPair) => ({ cert: certificate, key })
  const openSockets = new Set<TLSSocket>()
  let connectionCount = 0
  // HTTP/1.1 alone, because the version is agreed before the connection to the API server exists.
  const protocol = { ALPNProtocols: ['http/1.1'] }
  const server = createServer({ ...pair(servingPair), ...protocol }, (incoming) => {
    // The relay checks no certificate: only the one that it presents matters.
    const outgoing = connect({
      host: relayedHost,
      port,
      ...pair(client),
      ...protocol,
      rejectUnauthorized: false,
    })
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      openSockets.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        openSockets.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  })
  server.on('connection', () => (connectionCount += 1))
  server.listen(port, host)
  await once(server, 'listening')
  const closeConnections = (): void => {
    for (const socket of openSockets) socket.destroy()
  }
  return {
    connections: () => connectionCount,
    presentCertificate: (replacement) => {
      server.setSecureContext(pair(replacement))
      closeConnections()
    },
    stop: async () => {
      closeConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
