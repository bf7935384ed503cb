import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:https'
import type { Socket } from 'node:net'
import { messageOf } from '../errors.ts'
import { secureContextOf } from './secure-context.ts'
import type { OpenWatch, WatchOptions } from './watch.ts'

const opcode = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

interface Frame {
  readonly opcode: number
  readonly payload: Buffer
}

/** Opens a watch over a WebSocket (RFC 6455), a frame per event. */
export function openWebSocketWatch(watch: OpenWatch, { url, path, ...identity }: WatchOptions): void {
  const agent = new Agent({ secureContext: secureContextOf(identity), maxCachedSessions: 0 })
  const sent = request(url + path, {
    agent,
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
      origin: url,
    },
  })
  watch.onLeave(() => agent.destroy())
  sent.once('error', (thrown) => watch.finish('cut', messageOf(thrown)))
  sent.once('response', (answer) => {
    watch.answer(answer.statusCode ?? 0)
    answer.resume()
    answer.once('end', () => watch.finish('clean', 'not upgraded'))
  })
  sent.once('upgrade', (answer, socket: Socket, head: Buffer) => {
    watch.answer(answer.statusCode ?? 0)
    watch.onLeave(() => socket.destroy())
    const frames = new FrameReader()
    const read = (chunk: Buffer): void => {
      for (const frame of frames.read(chunk)) take(frame, watch, socket)
    }
    socket.on('data', read)
    socket.once('error', (thrown) => watch.finish('cut', messageOf(thrown)))
    socket.once('close', () => watch.finish('cut', 'no close frame'))
    if (head.length > 0) read(head)
  })
  sent.end()
}

function take(frame: Frame, watch: OpenWatch, socket: Socket): void {
  if (frame.opcode === opcode.text || frame.opcode === opcode.binary)
    watch.event(frame.payload.toString('utf8'))
  else if (frame.opcode === opcode.ping) socket.write(masked(opcode.pong, frame.payload))
  else if (frame.opcode === opcode.close) {
    watch.finish('clean', 'close frame')
    socket.end(masked(opcode.close, frame.payload))
  }
}

/** Puts frames together from what arrives (RFC 6455 §5.2); fragments of one message count as frames of their own. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0)

  read(chunk: Buffer): Frame[] {
    this.#rest = Buffer.concat([this.#rest, chunk])
    const frames: Frame[] = []
    for (let frame = this.#next(); frame !== undefined; frame = this.#next()) frames.push(frame)
    return frames
  }

  #next(): Frame | undefined {
    const bytes = this.#rest
    if (bytes.length < 2) return undefined
    const short = bytes.readUInt8(1) & 0x7f
    const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0
    const start = 2 + lengthBytes
    if (bytes.length < start) return undefined
    const length =
      lengthBytes === 0 ? short : lengthBytes === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
    if (bytes.length < start + length) return undefined
    this.#rest = bytes.subarray(start + length)
    return { opcode: bytes.readUInt8(0) & 0x0f, payload: bytes.subarray(start, start + length) }
  }
}

/** A frame from a client, which must be masked (RFC 6455 §5.3); control frames have at most 125 bytes. */
function masked(code: number, payload: Buffer): Buffer {
  const key = randomBytes(4)
  const part = payload.subarray(0, 125)
  const hidden = part.map((byte, index) => byte ^ (key[index % 4] ?? 0))
  return Buffer.concat([Buffer.from([0x80 | code, 0x80 | part.length]), key, hidden])
}
