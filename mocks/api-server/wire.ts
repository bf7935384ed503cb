import { Http2ServerResponse } from 'node:http2'
import type { ServerResponse } from 'node:http'
import { nowMs } from '#harness/time.ts'
import { messageOf } from '#harness/errors.ts'
import type { Connection, HttpRequest, HttpResponse } from '../http/listener.ts'
import { type ApiAnswer, type ApiAnswers, decide, refused } from './answers.ts'
import { askedBy } from './asked-by.ts'
import type { ApiAsked } from './asked.ts'
import { type Fault, isFault } from './faults.ts'
import { honestDeed } from './honest.ts'
import { hasBody, mostRequestBytes, readBytes } from './read-bytes.ts'
import { Refusal } from './model/refusal.ts'
import { readInto } from './requests/body.ts'
import type { Said } from './said.ts'
import type { Server } from './server.ts'
import type { Streams } from './streams.ts'

export interface Wiring {
  readonly server: Server
  readonly streams: Streams
  record(asked: ApiAsked): void
  told(): Partial<ApiAnswers>
  /** Returns the response that a rule of the test gives to a request. */
  ruleFor(asked: ApiAsked): ApiAnswer | undefined
}

const jsonHeaders = { 'content-type': 'application/json', 'cache-control': 'no-cache, private' }

/** Processes a request from its header to its response; never rejects. */
export async function serve(
  wiring: Wiring,
  req: HttpRequest,
  res: HttpResponse,
  connection: Connection,
): Promise<void> {
  res.on('error', () => {})
  const asked = askedBy(req, connection, wiring.server.identities)
  if (!hasBody(req)) wiring.record(asked)
  try {
    if (hasBody(req) && !(await takeBody(wiring, req, asked))) {
      const limit = `limit is ${mostRequestBytes}`
      write(res, asked, refused(new Refusal(413, `Request entity too large: ${limit}`)))
      return
    }
    const { request } = wiring.told()
    const told = wiring.ruleFor(asked) ?? request
    const honest = honestDeed(wiring.server, asked, wiring.told())
    const said = await decide(told, honest, asked, () => goneSignal(res, asked))
    if (isFault(said)) fault(said, res, connection, asked)
    else if (said.watching === undefined) write(res, asked, said)
    else watch(wiring, res, asked, said)
  } catch (thrown) {
    asked.error = messageOf(thrown)
    if (thrown instanceof URIError) write(res, asked, refused(new Refusal(400, 'the path cannot be decoded')))
    else write(res, asked, refused(new Refusal(500, `mock peer: ${asked.error}`)))
  }
}

/** Reads the body into the journal's entry and records that; `false` if it is too large. */
async function takeBody(wiring: Wiring, req: HttpRequest, asked: ApiAsked): Promise<boolean> {
  let bytes: Buffer | undefined
  try {
    bytes = await readBytes(req)
    if (bytes === undefined) asked.error = 'the body is too large'
    else await readInto(asked, bytes)
  } catch (thrown) {
    asked.error = messageOf(thrown)
    asked.end = { atMs: nowMs(), by: 'client' }
  }
  wiring.record(asked)
  return bytes !== undefined || asked.end !== undefined
}

/** Aborts when the client has left, or was cut off, before the response. */
function goneSignal(res: HttpResponse, asked: ApiAsked): AbortSignal {
  const gone = new AbortController()
  const leave = (): void => {
    if (asked.answeredAtMs === undefined) asked.end ??= { atMs: nowMs(), by: 'client' }
    gone.abort()
  }
  if (isOver(res)) leave()
  else if (res instanceof Http2ServerResponse) res.stream.once('close', leave)
  else res.once('close', leave)
  return gone.signal
}

function write(res: HttpResponse, asked: ApiAsked, { code, body, headers }: Said): void {
  if (isOver(res)) {
    asked.end ??= { atMs: nowMs(), by: 'client' }
    return
  }
  const bytes = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body ?? null)
  // The two classes take the same arguments but share no type.
  const plain = res as Pick<ServerResponse, 'writeHead' | 'end'>
  asked.status = code
  asked.answeredAtMs = nowMs()
  plain.writeHead(code, { ...jsonHeaders, ...headers, 'content-length': Buffer.byteLength(bytes) })
  plain.end(bytes)
}

function watch({ streams }: Wiring, res: HttpResponse, asked: ApiAsked, said: Said): void {
  if (said.watching === undefined || isOver(res)) return
  asked.status = said.code
  asked.answeredAtMs = nowMs()
  const plain = res as Pick<ServerResponse, 'writeHead' | 'flushHeaders'>
  plain.writeHead(said.code, { ...jsonHeaders, ...said.headers })
  plain.flushHeaders()
  streams.start(res, asked, said.watching)
}

function fault(said: Fault, res: HttpResponse, connection: Connection, asked: ApiAsked): void {
  if (said.fault === 'silence' || isOver(res)) return
  asked.end = { atMs: nowMs(), by: 'server' }
  if (said.fault === 'hang-up' || said.of === undefined) {
    connection.raw.resetAndDestroy()
    return
  }
  const { code, body } = said.of
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? null)
  const plain = res as Pick<ServerResponse, 'writeHead' | 'write'>
  asked.status = code
  plain.writeHead(code, { ...jsonHeaders, 'content-length': Math.max(Buffer.byteLength(text), 1) })
  plain.write(text.slice(0, text.length >> 1), () => setImmediate(() => connection.raw.destroy()))
}

/** Reports whether nothing more can be sent: the response is complete, or the client has left. */
function isOver(res: HttpResponse): boolean {
  return res.writableEnded || (res instanceof Http2ServerResponse ? res.stream.destroyed : res.destroyed)
}
