import { subscribe } from 'node:diagnostics_channel'
import type { Server, Socket } from 'node:net'

interface Connection {
  readonly address: string
  bytes: number
}

/**
 * Follows the connections that this process has accepted. All servers of a worker are peers of programs, so a change
 * while the process was stopped means that a program waited for a peer.
 */
export class PeerTraffic {
  readonly #connections = new Map<Socket, Connection>()
  /** Addresses with a connection that was opened or closed since the mark. */
  #changedAddresses = new Set<string>()

  constructor() {
    subscribe('net.server.socket', (message) => this.#follow((message as { socket: Socket }).socket))
  }

  /** Marks the present state of the traffic, for `moved`. */
  mark(): void {
    this.#changedAddresses = new Set()
    for (const [socket, connection] of this.#connections) connection.bytes = bytesOf(socket)
  }

  /**
   * Returns the addresses on which data was sent or received, or a connection was opened or closed, since the mark.
   */
  activeAddresses(): ReadonlySet<string> {
    const changedConnections = new Set(this.#changedAddresses)
    for (const [socket, { address, bytes }] of this.#connections)
      if (bytesOf(socket) !== bytes) changedConnections.add(address)
    return changedConnections
  }

  #follow(socket: Socket): void {
    const { server } = socket as Socket & { readonly server?: Server }
    const address = addressOf(server)
    if (address === undefined) return
    this.#changedAddresses.add(address)
    this.#connections.set(socket, { address, bytes: bytesOf(socket) })
    socket.once('close', () => {
      this.#changedAddresses.add(address)
      this.#connections.delete(socket)
    })
  }
}

function bytesOf({ bytesRead, bytesWritten }: Socket): number {
  return bytesRead + (bytesWritten ?? 0)
}

function addressOf(server: Server | undefined): string | undefined {
  const address = server?.address()
  return typeof address === 'object' && address !== null ? String(address.port) : (address ?? undefined)
}

/** Returns the address of a peer in the form that connections use: the port of a URL, or the path of a socket. */
export function addressOfUrl(url: string): string {
  return url.startsWith('unix:') ? url.replace(/^unix:(?:\/\/)?/, '') : new URL(url).port
}
