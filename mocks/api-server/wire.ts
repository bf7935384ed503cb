import { Http2ServerResponse } from 'node:http2'
import type { ServerResponse } from 'node:http'
import { nowMs } from '#harness/time.ts'
import { messageOf } from '#harness/errors.ts'
import type { Connection, HttpRequest, HttpResponse } from '../http/listener.ts'
import { type ApiAnswer, type ApiAnswers, decideResponse, refusalResponse } from './answers.ts'
import { requestRecord } from './record-request.ts'
import type { ApiServerRequest } from './request.ts'
import { type ConnectionFault, isConnectionFault } from './connection-fault.ts'
import { honestAction } from './honest.ts'
import { hasBody, maxRequestBytes, readBytes } from './read-bytes.ts'
import { Refusal } from './model/refusal.ts'
import { recordBody } from './requests/body.ts'
import type { Reply } from './response.ts'
import type { Server } from './server.ts'
import type { Streams } from './streams.ts'

export interface RequestHandlerParts {
  readonly server: Server
  readonly streams: Streams
  record(request: ApiServerRequest): void
  overrides(): Partial<ApiAnswers>
  /** Returns the response of the rule that matches a request, if there is one. */
  ruleFor(request: ApiServerRequest): ApiAnswer | undefined
}

const jsonHeaders = { 'content-type': 'application/json', 'cache-control': 'no-cache, private' }

/** Processes a request from its header to its response; never rejects. */
export async function serve(
  parts: RequestHandlerParts,
  req: HttpRequest,
  res: HttpResponse,
  connection: Connection,
): Promise<void> {
  res.on('error', () => {})
  const entry = requestRecord(req, connection, parts.server.identities)
  if (!hasBody(req)) parts.record(entry)
  try {
    if (hasBody(req) && !(await receiveBody(parts, req, entry))) {
      const limit = `limit is ${maxRequestBytes}`
      write(res, entry, refusalResponse(new Refusal(413, `Request entity too large: ${limit}`)))
      return
    }
    const { request } = parts.overrides()
    const override = parts.ruleFor(entry) ?? request
    const honest = honestAction(parts.server, entry, parts.overrides())
    const response = await decideResponse(override, honest, entry, () => disconnectSignal(res, entry))
    if (isConnectionFault(response)) sendFault(response, res, connection, entry)
    else if (response.watching === undefined) write(res, entry, response)
    else watch(parts, res, entry, response)
  } catch (thrown) {
    entry.error = messageOf(thrown)
    if (thrown instanceof URIError)
      write(res, entry, refusalResponse(new Refusal(400, 'the path cannot be decoded')))
    else write(res, entry, refusalResponse(new Refusal(500, `mock peer: ${entry.error}`)))
  }
}

/** Reads the body into the journal entry and records the entry. Returns `false` if the body is too large. */
async function receiveBody(
  parts: RequestHandlerParts,
  req: HttpRequest,
  request: ApiServerRequest,
): Promise<boolean> {
  let bytes: Buffer | undefined
  try {
    bytes = await readBytes(req)
    if (bytes === undefined) request.error = 'the body is too large'
    else await recordBody(request, bytes)
  } catch (thrown) {
    request.error = messageOf(thrown)
    request.end = { atMs: nowMs(), by: 'client' }
  }
  parts.record(request)
  return bytes !== undefined || request.end !== undefined
}

/** Returns a signal that aborts when the client has left, or was cut off, before the response. */
function disconnectSignal(res: HttpResponse, request: ApiServerRequest): AbortSignal {
  const controller = new AbortController()
  const abort = (): void => {
    if (request.answeredAtMs === undefined) request.end ??= { atMs: nowMs(), by: 'client' }
    controller.abort()
  }
  if (isClosed(res)) abort()
  else if (res instanceof Http2ServerResponse) res.stream.once('close', abort)
  else res.once('close', abort)
  return controller.signal
}

function write(res: HttpResponse, request: ApiServerRequest, { code, body, headers }: Reply): void {
  if (isClosed(res)) {
    request.end ??= { atMs: nowMs(), by: 'client' }
    return
  }
  const bytes = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body ?? null)
  // The response classes of HTTP/1 and HTTP/2 take the same arguments but share no type.
  const serverResponse = res as Pick<ServerResponse, 'writeHead' | 'end'>
  request.status = code
  request.answeredAtMs = nowMs()
  serverResponse.writeHead(code, { ...jsonHeaders, ...headers, 'content-length': Buffer.byteLength(bytes) })
  serverResponse.end(bytes)
}

function watch(
  { streams }: RequestHandlerParts,
  res: HttpResponse,
  request: ApiServerRequest,
  response: Reply,
): void {
  if (response.watching === undefined || isClosed(res)) return
  request.status = response.code
  request.answeredAtMs = nowMs()
  const serverResponse = res as Pick<ServerResponse, 'writeHead' | 'flushHeaders'>
  serverResponse.writeHead(response.code, { ...jsonHeaders, ...response.headers })
  serverResponse.flushHeaders()
  streams.start(res, request, response.watching)
}

function sendFault(
  connectionFault: ConnectionFault,
  res: HttpResponse,
  connection: Connection,
  request: ApiServerRequest,
): void {
  if (connectionFault.fault === 'silence' || isClosed(res)) return
  request.end = { atMs: nowMs(), by: 'server' }
  if (connectionFault.fault === 'hang-up' || connectionFault.interruptedResponse === undefined) {
    connection.raw.resetAndDestroy()
    return
  }
  const { code, body } = connectionFault.interruptedResponse
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? null)
  const serverResponse = res as Pick<ServerResponse, 'writeHead' | 'write'>
  request.status = code
  serverResponse.writeHead(code, { ...jsonHeaders, 'content-length': Math.max(Buffer.byteLength(text), 1) })
  serverResponse.write(text.slice(0, text.length >> 1), () => setImmediate(() => connection.raw.destroy()))
}

/** Reports whether nothing more can be sent: the response is complete, or the client has left. */
function isClosed(res: HttpResponse): boolean {
  return res.writableEnded || (res instanceof Http2ServerResponse ? res.stream.destroyed : res.destroyed)
}
