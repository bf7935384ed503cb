import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { ApiError, failure } from '../../serving/api-error.ts'
import { makeRequest } from '../../serving/make-request.ts'
import { refuseUpgrade } from '../../serving/refuse-upgrade.ts'
import { handleRequest } from '../../serving/handle-request.ts'
import { isWatch } from '../api/attributes.ts'
import type { Serving } from './server-settings.ts'

/** Milliseconds that a client has to answer a close frame. */
const closeWithinMs = 300

/** Serves a watch over WebSocket, with a text frame for each event. Other requests get an ordinary response. */
export async function upgrade(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  serving: Serving,
): Promise<void> {
  const { handler, connections, entrance, visitors, report } = serving
  const controller = new AbortController()
  const openedAtMs = connections.openedAtMs(socket)
  const parsedRequest = makeRequest(request, 'websocket', openedAtMs, controller.signal)
  const refusal = entrance.refusal(parsedRequest)
  const destroySocket = () => socket.destroy()
  const visitor = {
    isWatch: isWatch(parsedRequest),
    transport: parsedRequest.transport,
    method: parsedRequest.method,
    cut: destroySocket,
    orphan: destroySocket,
  }
  const unregister = refusal === undefined ? visitors.enter(visitor) : undefined
  const markIdle = connections.busy(socket as Socket)
  socket.on('error', () => controller.abort())
  socket.on('close', () => {
    controller.abort()
    unregister?.()
    markIdle()
  })
  const answer = refusal ?? (await handleRequest(handler, parsedRequest, report))
  if (controller.signal.aborted) return
  const { stream } = answer
  if (answer.cut === true) destroySocket()
  else if (stream === undefined) refuseUpgrade(answer, socket)
  else if (!isHandshake(request))
    refuseUpgrade(failure(new ApiError(400, 'a watch over WebSocket needs a key and version 13')), socket)
  else {
    // Loaded by the first watch over WebSocket.
    const { WebSocketServer } = await import('ws')
    const webSocketServer = new WebSocketServer({ noServer: true, clientTracking: false })
    webSocketServer.handleUpgrade(request, socket, head, (opened) => {
      opened.on('error', () => controller.abort())
      const streaming = stream((chunk) => opened.send(chunk.trimEnd()))
      void streaming
        .catch((error: unknown) => report(String(error)))
        .then(() => {
          opened.close(1000)
          setTimeout(() => opened.terminate(), closeWithinMs)
        })
    })
  }
}

/** Reports whether an upgrade request has the headers that the response requires (RFC 6455 §4.2.1). */
function isHandshake({ headers, method }: IncomingMessage): boolean {
  const key = headers['sec-websocket-key']
  return method === 'GET' && key !== undefined && headers['sec-websocket-version'] === '13'
}
