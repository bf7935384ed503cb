import { createSecureServer, type Http2SecureServer, type ServerHttp2Stream } from 'node:http2'
import { createServer, type Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import type { Answer, Handler } from '../../serving/request.ts'
import { isWatch } from '../api/attributes.ts'
import { Connections } from './connections.ts'
import { makeRequest } from '../../serving/make-request.ts'
import { handleRequest, completeBody } from '../../serving/handle-request.ts'
import type { ServerSettings, Serving } from './server-settings.ts'
import { Throttle } from './throttle.ts'
import { upgrade } from './websocket.ts'
import { freedom } from '../../quirks/quirks.ts'

/** Milliseconds that a rejected client has to send its body. */
const sentWithinMs = 200

/** Request or response of either version; only requests and responses of HTTP/2 have a stream. */
type Request = IncomingMessage & { readonly stream?: ServerHttp2Stream }
type Response = ServerResponse & { readonly stream?: ServerHttp2Stream }

/**
 * Creates a server of both HTTP versions and of watches over WebSocket on one TLS port. The server is not listening
 * yet.
 */
export function makeServer(
  handler: Handler,
  settings: ServerSettings,
): { readonly server: Http2SecureServer | Server; readonly connections: Connections } {
  const listener = (request: Request, response: Response) => void respond(request, response, serving)
  const server = settings.http2
    ? createSecureServer({ ...settings.tls, ...streamLimit(settings), allowHTTP1: true }, listener as never)
    : createServer(settings.tls, listener)
  const connections = new Connections(server)
  const serving = { ...settings, handler, connections }
  server.on(
    'upgrade',
    (request: IncomingMessage, socket, head: Buffer) => void upgrade(request, socket, head, serving),
  )
  // A failed handshake or a reset of a client is not an error of this server.
  server.on('tlsClientError', () => {})
  server.on('clientError', (_error, socket) => socket.destroy())
  return { server, connections }
}

function streamLimit({ maxStreams }: ServerSettings): object {
  return maxStreams === undefined ? {} : { settings: { maxConcurrentStreams: maxStreams } }
}

async function respond(request: Request, response: Response, serving: Serving): Promise<void> {
  const { handler, connections, entrance, visitors, report } = serving
  const { stream } = request
  const openedAtMs = connections.openedAtMs(stream?.session ?? request.socket)
  const controller = new AbortController()
  const transport = stream === undefined ? 'http/1.1' : 'http/2'
  const parsedRequest = makeRequest(request, transport, openedAtMs, controller.signal)
  const refusal = entrance.refusal(parsedRequest)
  const destroyConnection = () => (stream === undefined ? request.socket.destroy() : stream.close(8))
  let isOrphaned = false
  let isSettled = false
  const markOrphaned = () => {
    isOrphaned = true
    destroyConnection()
  }
  const registerVisitor = () =>
    visitors.enter({
      isWatch: isWatch(parsedRequest),
      transport,
      method: parsedRequest.method,
      cut: destroyConnection,
      orphan: markOrphaned,
    })
  const unregister = refusal === undefined ? registerVisitor() : undefined
  const markIdle = stream === undefined ? connections.busy(request.socket) : undefined
  response.on('error', () => controller.abort())
  response.on('close', () => {
    markIdle?.()
    if (isOrphaned && !isSettled) return
    controller.abort()
    unregister?.()
    if (stream === undefined && entrance.closing) connections.closeIdle()
  })
  if (refusal !== undefined) await receiveRest(request)
  const answer = refusal ?? (await handleRequest(handler, parsedRequest, report))
  isSettled = true
  if (isOrphaned) unregister?.()
  if (isOrphaned || controller.signal.aborted) return
  if (answer.cut === true) {
    destroyConnection()
    if (answer.headers?.['connection'] === 'close') stream?.session?.close()
  } else await send(answer, response, serving)
}

/** Waits for the rest of a rejected request: a client that is cut off while it sends may not receive the response. */
async function receiveRest(request: Request): Promise<void> {
  if (request.readableEnded || request.method === 'GET' || request.method === 'HEAD') return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, sentWithinMs)
    finished(request.resume(), () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

async function send(answer: Answer, response: Response, serving: Serving): Promise<void> {
  const { entrance, report } = serving
  const responseBody = answer.stream === undefined ? completeBody(answer) : undefined
  const extraHeaders = freedom('further-response-headers') ? { 'x-served-by': 'reference' } : {}
  const { connection, ...headers } = answer.headers ?? {}
  const closesConnection = connection === 'close' || entrance.closing
  const session = response.stream?.session
  response.writeHead(answer.status, {
    'cache-control': 'no-cache, private',
    'content-type': responseBody?.contentType ?? 'application/json',
    ...extraHeaders,
    ...headers,
    ...(closesConnection && session === undefined ? { connection: 'close' } : {}),
  })
  if (answer.stream !== undefined) {
    // Sends the headers at once, because a watcher waits for them.
    response.flushHeaders?.()
    const throttle = new Throttle(serving.rates.longRunning, (part) => response.write(part))
    await answer.stream((chunk) => throttle.send(chunk)).catch((error: unknown) => report(String(error)))
    await throttle.done
  } else if (serving.rates.other !== undefined && responseBody !== undefined) {
    const throttle = new Throttle(serving.rates.other, (part) => response.write(part))
    throttle.send(responseBody.text)
    await throttle.done
  }
  response.end(serving.rates.other === undefined ? responseBody?.text : undefined)
  // Closes the session after its open streams.
  if (closesConnection) session?.close()
}
