import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * Where the streams of containers are served: each connection that upgrades says back what it hears, byte for byte, so
 * that one can see whether a node agent hands them on. It speaks no protocol of streams itself.
 */
export class Streams {
  readonly #tokens = new Set<string>()
  readonly #sockets = new Set<Duplex>()
  #server: Server | undefined

  /** How many streams are open. */
  get connections(): number {
    return this.#sockets.size
  }

  /** A new address on loopback, good for one stream. */
  async open(kind: 'exec' | 'attach' | 'portforward'): Promise<string> {
    const server = await this.#started()
    const path = `/${kind}/${randomUUID()}`
    this.#tokens.add(path)
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  }

  /** Cuts all streams and stops listening. */
  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    const server = this.#server
    this.#server = undefined
    if (server === undefined) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }

  async #started(): Promise<Server> {
    if (this.#server !== undefined) return this.#server
    const server = createServer((_, response) =>
      response.writeHead(400).end('a stream begins with an upgrade\n'),
    )
    this.#server = server
    server.on('upgrade', ({ url = '', headers }, socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
      // Whoever resets a stream may do so.
      socket.on('error', () => undefined)
      if (!this.#tokens.delete(url)) {
        socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n')
        return
      }
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: ${headers.upgrade}\r\n\r\n`,
      )
      socket.pipe(socket)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
}
