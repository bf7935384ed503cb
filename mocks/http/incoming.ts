import type { OutgoingHttpHeaders } from 'node:http'
import { Http2ServerResponse } from 'node:http2'
import type { RequestHandler } from 'msw'
import { nowMs } from '#harness/time.ts'
import { messageOf } from '#harness/errors.ts'
import { isRecordingResponses, recordScriptedResponse } from '#harness/repro/scripted-responses.ts'
import { ConnectionReset, type MswHandler } from '../peer/index.ts'
import type { Answer } from './response.ts'
import { readBody } from './body.ts'
import { type Exchange, exchanges } from './exchange.ts'
import type { HttpJournalEntry } from './request.ts'
import { json } from './faults.ts'
import type { Connection, HttpRequest, HttpResponse } from './listener.ts'
import { sendBytes, sendReset, sendResponse } from './send.ts'

const methodsWithoutBody = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS'])

/** Request to an HTTP peer, with the methods to respond to it. */
export class Incoming {
  readonly req: HttpRequest
  readonly res: HttpResponse
  readonly connection: Connection
  /** Entry in the journal. A peer records it before it reads the request. */
  readonly entry: HttpJournalEntry
  readonly path: string

  constructor(req: HttpRequest, res: HttpResponse, connection: Connection, origin: string) {
    this.req = req
    this.res = res
    this.connection = connection
    res.on('error', () => {})
    const target = req.url ?? '/'
    const queryStart = target.indexOf('?')
    this.path = queryStart < 0 ? target : target.slice(0, queryStart)
    const { authorization } = req.headers
    this.entry = {
      atMs: nowMs(),
      what: `${req.method} ${target}`,
      kind: 'request',
      origin,
      method: req.method ?? '',
      path: this.path,
      ...(queryStart >= 0 && { query: target.slice(queryStart + 1) }),
      headers: req.headers,
      httpVersion: req.httpVersion,
      ...(authorization?.startsWith('Bearer ') && { bearerToken: authorization.slice(7) }),
      ...(connection.client && { client: connection.client }),
    }
  }

  /** Status that was sent, or `no answer`. */
  get outcome(): string {
    return this.res.headersSent ? String(this.res.statusCode) : 'no answer'
  }

  /** Responds at once with bytes that are known in advance. */
  send(code: number, headers: OutgoingHttpHeaders, body: Buffer | string): void {
    sendBytes(this.res, code, headers, body)
  }

  /**
   * Reads the body into the journal entry. Responds with 413 and returns `undefined` if it is too large.
   * @param max limit in bytes, for peers that receive larger bodies
   */
  async body(max?: number): Promise<string | undefined> {
    if (this.entry.body !== undefined) return this.entry.body
    const body = methodsWithoutBody.has(this.req.method ?? '') ? '' : await readBody(this.req, max)
    if (body === undefined) this.send(413, { connection: 'close' }, 'the body is too large')
    else this.entry.body = body
    return body
  }

  /**
   * Runs the user's handlers, then the response. Never rejects: an error of a handler becomes a response with 500 and
   * the `error` of the entry.
   */
  async answer<Honest>(
    honest: () => Honest | Promise<Honest>,
    answer: Answer<Honest>,
    handlers: readonly MswHandler[] = [],
  ): Promise<void> {
    const controller = new AbortController()
    const abort = (): void => controller.abort()
    if (this.res instanceof Http2ServerResponse) this.res.stream.once('close', abort)
    else this.res.once('close', abort)
    const exchange: Exchange = { request: this.entry }
    try {
      const body = await this.body()
      if (body === undefined) return
      const response = await exchanges.run(exchange, async () => {
        const userResponse =
          handlers.length === 0
            ? undefined
            : await this.#responseOfHandlers(handlers, body, controller.signal)
        if (userResponse !== undefined) return userResponse
        const honestValue = await honest()
        const reply = await answer(honestValue, this.entry)
        if (isRecordingResponses() && reply !== honestValue) await this.#recordReply(reply)
        return reply instanceof Response ? reply : responseOf(reply)
      })
      await sendResponse(this.res, this.connection, response, exchange.fault)
    } catch (thrown) {
      if (thrown instanceof ConnectionReset) {
        recordScriptedResponse(this.entry.what, { hangUp: true })
        sendReset(this.res, this.connection)
      } else this.fail(thrown)
    }
  }

  /**
   * Records an internal error of the peer, and responds with 500 or, if the response has started, cuts the connection.
   */
  fail(thrown: unknown): void {
    this.entry.error = messageOf(thrown)
    if (this.res.headersSent) this.connection.raw.destroy()
    else this.send(500, { 'content-type': 'text/plain' }, `mock peer: ${this.entry.error}`)
  }

  async #recordReply(reply: unknown): Promise<void> {
    const isResponse = reply instanceof Response
    recordScriptedResponse(
      this.entry.what,
      isResponse ? { status: reply.status, body: await reply.clone().text() } : { replace: reply },
    )
  }

  async #responseOfHandlers(
    handlers: readonly MswHandler[],
    body: string,
    signal: AbortSignal,
  ): Promise<Response | undefined> {
    // msw defines the type of handlers; the handlers of this package have the same shape. msw is loaded on first use,
    // because most peers have no handlers and the library is slow to load.
    const { getResponse } = await import('msw')
    const headers = new Headers()
    for (const [name, value] of Object.entries(this.req.headers)) {
      if (name.startsWith(':') || value === undefined) continue
      for (const headerValue of [value].flat()) headers.append(name, headerValue)
    }
    const method = this.req.method ?? 'GET'
    const url = new URL(this.req.url ?? '/', this.entry.origin)
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const request = new Request(url, { method, headers, signal, ...(hasBody && { body }) })
    const response = await getResponse([...handlers] as unknown as RequestHandler[], request)
    // A passthrough of msw means that the peer itself responds.
    return response?.headers.get('x-msw-intention') === 'passthrough' ? undefined : response
  }
}

function responseOf(reply: unknown): Response {
  return typeof reply === 'string' ? new Response(reply) : json(reply)
}
