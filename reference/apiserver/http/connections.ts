import type { Http2SecureServer, ServerHttp2Session } from 'node:http2'
import type { Server } from 'node:https'
import { Server as NetServer, type Socket } from 'node:net'

/** Open connections of a server, with methods to stop accepting connections and to end them. */
export class Connections {
  readonly #server: Http2SecureServer | Server
  /** TLS connections with the number of running requests; requests over HTTP/2 are counted by their sessions. */
  readonly #sockets = new Map<Socket, number>()
  readonly #sessions = new Set<ServerHttp2Session>()
  readonly #openedAtMs = new WeakMap<object, number>()
  #isListening = true

  constructor(server: Http2SecureServer | Server) {
    this.#server = server
    server.on('secureConnection', (socket: Socket & { alpnProtocol?: string }) => {
      this.#openedAtMs.set(socket, performance.now())
      if (socket.alpnProtocol === 'h2') return
      this.#sockets.set(socket, 0)
      socket.on('close', () => this.#sockets.delete(socket))
    })
    server.on('session', (session: ServerHttp2Session) => {
      this.#openedAtMs.set(session, performance.now())
      this.#sessions.add(session)
      session.on('close', () => this.#sessions.delete(session))
    })
  }

  /** Returns the time at which a connection was opened, on the clock of `performance`. */
  openedAtMs(connection: object): number {
    return this.#openedAtMs.get(connection) ?? performance.now()
  }

  /** Records the start of an HTTP/1.1 request. The returned function records that its response is sent. */
  busy(socket: Socket): () => void {
    this.#change(socket, 1)
    return () => this.#change(socket, -1)
  }

  /** Stops accepting connections. Open connections continue. */
  stopListening(): void {
    if (!this.#isListening) return
    this.#isListening = false
    // Calls the `close` of the socket, because the `close` of the HTTP server would also end idle connections.
    NetServer.prototype.close.call(this.#server)
  }

  /** Ends connections without requests, and signals HTTP/2 clients to send no more requests on their connections. */
  closeIdle(): void {
    for (const [socket, requests] of this.#sockets) if (requests === 0) socket.destroySoon()
    for (const session of this.#sessions) session.close()
  }

  /** Resolves when all clients have disconnected, or at the time limit. */
  async closed(withinMs: number): Promise<void> {
    const openConnections: (Socket | ServerHttp2Session)[] = [...this.#sockets.keys(), ...this.#sessions]
    const closeEvents = openConnections.map(
      (connection) => new Promise((resolve) => connection.once('close', resolve)),
    )
    let timer: NodeJS.Timeout | undefined
    const deadline = new Promise((resolve) => {
      timer = setTimeout(resolve, withinMs)
    })
    await Promise.race([Promise.all(closeEvents), deadline])
    clearTimeout(timer)
  }

  #change(socket: Socket, difference: number): void {
    const requestCount = this.#sockets.get(socket)
    if (requestCount !== undefined) this.#sockets.set(socket, requestCount + difference)
  }
}
