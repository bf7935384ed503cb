import { once } from 'node:events'
import { request } from 'node:https'
import type { Socket } from 'node:net'
import { closeCode, frame, FrameReader, opcode } from '../http/websocket/frames.ts'
import type { RunningServer } from './running-server.ts'

/** A watch over WebSocket, opened. */
export class WatchSocket {
  readonly messages: string[] = []
  closeCode: number | undefined
  readonly #socket: Socket

  constructor(socket: Socket, head: Buffer) {
    this.#socket = socket
    const reader = new FrameReader()
    const read = (bytes: Buffer) => {
      for (const { opcode: kind, payload } of reader.read(bytes)) {
        if (kind === opcode.text) this.messages.push(payload.toString('utf8'))
        if (kind === opcode.close) this.closeCode = payload.readUInt16BE()
      }
    }
    socket.on('error', () => {})
    socket.on('data', read)
    read(head)
  }

  /** Says that it wants no more. */
  close(): void {
    this.#socket.write(frame(opcode.close, closeCode(1000)))
  }
}

/** Opens a watch over WebSocket as the administrator. */
export async function watchOverWebSocket(server: RunningServer, path: string): Promise<WatchSocket> {
  const asked = request(`${server.url}${path}`, {
    agent: false,
    rejectUnauthorized: false,
    ...server.admin,
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-key': 'MDEyMzQ1Njc4OWFiY2RlZg==',
      'sec-websocket-version': '13',
    },
  })
  asked.end()
  const [, socket, head] = (await once(asked, 'upgrade')) as [unknown, Socket, Buffer]
  return new WatchSocket(socket, head)
}
