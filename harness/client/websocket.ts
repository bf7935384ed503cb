import type { Socket } from 'node:net'
import { WebSocket } from 'ws'
import { messageOf } from '../errors.ts'
import { secureContextOf } from './secure-context.ts'
import type { OpenWatch, WatchOptions } from './watch.ts'

/** Milliseconds that a server has to close the connection after both sides sent a close frame. */
const hangUpWithinMs = 1_000

/** Code of the library for a connection that ended without a close frame (RFC 6455 §7.4.1). */
const noCloseFrameCode = 1006

/** Opens a watch over a WebSocket, with a message per event. */
export function openWebSocketWatch(watch: OpenWatch, { url, path, ...identity }: WatchOptions): void {
  const options = {
    secureContext: secureContextOf(identity),
    origin: url,
    perMessageDeflate: false,
    closeTimeout: hangUpWithinMs,
  }
  const socket = new WebSocket(url.replace(/^http/, 'ws') + path, options)
  watch.onLeave(() => socket.terminate())
  socket.once('upgrade', (answer) => {
    watch.answer(answer.statusCode ?? 0)
    // The library reports a close frame only when the connection has ended, but the frame already ends the watch.
    const connection: Socket = answer.socket
    socket.once('open', () => connection.on('data', () => noteCloseFrame(socket, watch)))
  })
  socket.once('unexpected-response', (request, answer) => {
    watch.answer(answer.statusCode ?? 0)
    answer.resume()
    answer.once('end', () => {
      watch.finish('clean', 'not upgraded')
      request.destroy()
    })
    answer.once('error', (thrown) => watch.finish('cut', messageOf(thrown)))
  })
  socket.on('message', (message: Buffer) => watch.event(message.toString('utf8')))
  socket.on('error', (thrown) => watch.finish('cut', messageOf(thrown)))
  socket.once('close', (code) => {
    if (code === noCloseFrameCode) watch.finish('cut', 'no close frame')
    else watch.finish('clean', 'close frame')
  })
}

/** Records the end of the watch as soon as a close frame arrives. */
function noteCloseFrame({ readyState }: WebSocket, watch: OpenWatch): void {
  if (readyState === WebSocket.CLOSING) watch.finish('clean', 'close frame')
}
