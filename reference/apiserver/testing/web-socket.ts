import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { RunningServer } from './running-server.ts'

/** Open watch over WebSocket. */
class WatchSocket {
  readonly messages: string[] = []
  /** Code of the close frame; undefined before it arrives. */
  closeCode: number | undefined
  readonly #socket: WebSocket

  constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('error', () => {})
    socket.on('message', (message: Buffer) => this.messages.push(message.toString('utf8')))
    socket.on('close', (code) => {
      if (code !== withoutCloseFrame) this.closeCode = code
    })
  }

  /** Sends a close frame. */
  close(): void {
    this.#socket.close(1000)
  }
}

/** Code of the library for a connection that ended without a close frame (RFC 6455 §7.4.1). */
const withoutCloseFrame = 1006

/** Opens a watch over WebSocket as the administrator. */
export async function watchOverWebSocket(server: RunningServer, path: string): Promise<WatchSocket> {
  const url = `${server.url.replace(/^https/, 'wss')}${path}`
  const socket = new WebSocket(url, { ...server.admin, rejectUnauthorized: false })
  const watch = new WatchSocket(socket)
  await once(socket, 'open')
  return watch
}
