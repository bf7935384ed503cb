import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * Server of the streams of containers: each upgraded connection echoes its input byte for byte, so that a test can
 * check whether a node agent forwards the input. The server implements no streaming protocol.
 */
export class Streams {
  readonly #tokens = new Set<string>()
  readonly #sockets = new Set<Duplex>()
  #server: Server | undefined

  /** Number of open streams. */
  get connections(): number {
    return this.#sockets.size
  }

  /** Returns a new address on loopback, valid for one stream. */
  async open(kind: 'exec' | 'attach' | 'portforward'): Promise<string> {
    const server = await this.#startOnce()
    const path = `/${kind}/${randomUUID()}`
    this.#tokens.add(path)
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  }

  /** Closes all streams and stops listening. */
  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    const server = this.#server
    this.#server = undefined
    if (server === undefined) return
    const closeEvent = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closeEvent
  }

  async #startOnce(): Promise<Server> {
    if (this.#server !== undefined) return this.#server
    const server = createServer((_, response) =>
      response.writeHead(400).end('a stream begins with an upgrade\n'),
    )
    this.#server = server
    server.on('upgrade', ({ url = '', headers }, socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
      // A client may reset a stream.
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
