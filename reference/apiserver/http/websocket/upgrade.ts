import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Socket } from 'node:net'
import { ApiError, failure } from '../api-error.ts'
import type { Answer } from '../ask.ts'
import { isWatch } from '../attributes.ts'
import { makeAsk } from '../make-ask.ts'
import type { Serving } from '../server.ts'
import { settle, wholeBody } from '../settle.ts'
import { closeCode, frame, FrameReader, opcode } from './frames.ts'

/** What a server adds to the key of a client to prove that it means it (RFC 6455 §1.3). */
const proofSuffix = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
/** Milliseconds that a client gets to answer a close frame. */
const closeWithinMs = 300

/** Serves a watch over WebSocket: a text frame per event. Anything else gets an ordinary answer. */
export async function upgrade(request: IncomingMessage, socket: Duplex, serving: Serving): Promise<void> {
  const { handler, connections, entrance, visitors, report } = serving
  const gone = new AbortController()
  const openedAtMs = connections.openedAtMs(socket)
  const ask = makeAsk(request, 'websocket', openedAtMs, gone.signal)
  const refusal = entrance.refusal(ask)
  const cut = () => socket.destroy()
  const visitor = { isWatch: isWatch(ask), transport: ask.transport, cut, orphan: cut }
  const leave = refusal === undefined ? visitors.enter(visitor) : undefined
  const idle = connections.busy(socket as Socket)
  socket.on('error', () => gone.abort())
  socket.on('close', () => {
    gone.abort()
    leave?.()
    idle()
  })
  const answer = refusal ?? (await settle(handler, ask, report))
  const key = request.headers['sec-websocket-key']
  if (gone.signal.aborted) return
  if (answer.cut === true) cut()
  else if (answer.stream === undefined) refuse(answer, socket)
  else if (key === undefined || request.headers['sec-websocket-version'] !== '13')
    refuse(failure(new ApiError(400, 'a watch over WebSocket needs a key and version 13')), socket)
  else {
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${proof(key)}\r\n\r\n`,
    )
    listen(socket)
    const send = (chunk: string) => socket.write(frame(opcode.text, Buffer.from(chunk.trimEnd())))
    await answer.stream(send).catch((error: unknown) => report(String(error)))
    socket.write(frame(opcode.close, closeCode(1000)))
    setTimeout(() => socket.destroy(), closeWithinMs)
  }
}

function proof(key: string): string {
  return createHash('sha1').update(`${key}${proofSuffix}`).digest('base64')
}

function refuse(answer: Answer, socket: Duplex): void {
  const { text, contentType } = wholeBody(answer)
  const headers = {
    ...answer.headers,
    'content-type': contentType,
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${answer.status} Refused\r\n${lines.join('')}\r\n${text}`)
}

/** Answers pings and the client's wish to close. */
function listen(socket: Duplex): void {
  const reader = new FrameReader()
  socket.on('data', (bytes: Buffer) => {
    for (const { opcode: kind, payload } of reader.read(bytes)) {
      if (kind === opcode.ping) socket.write(frame(opcode.pong, payload))
      if (kind === opcode.close) socket.end(frame(opcode.close, payload.subarray(0, 2)))
    }
  })
  socket.on('end', () => socket.end())
}
