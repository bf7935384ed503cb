import { createSecureServer, type Http2SecureServer } from 'node:http2'
import { createServer, type Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TlsOptions, TLSSocket } from 'node:tls'
import type { ServerQuirks } from '../faults.ts'
import { ApiError, failure } from './api-error.ts'
import type { Answer, Ask, Handler } from './ask.ts'
import { clientCertificate } from './client-certificate.ts'

/** How a server listens. */
export interface ServerSettings {
  readonly tls: TlsOptions
  readonly http2: boolean
  readonly quirks: ServerQuirks
  /** Aborted when the server ends: open streams end with it. */
  readonly ending: AbortSignal
  readonly report: (problem: string) => void
}

/** A server of both HTTP versions on one TLS port, not listening yet. */
export function makeServer(handler: Handler, settings: ServerSettings): Http2SecureServer | Server {
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    void respond(handler, request, response, settings)
  }
  const server = settings.http2
    ? createSecureServer({ ...settings.tls, allowHTTP1: true }, listener as never)
    : createServer(settings.tls, listener)
  // A client that fails the handshake or resets is its own problem.
  server.on('tlsClientError', () => {})
  server.on('clientError', (_error, socket) => socket.destroy())
  return server
}

async function respond(
  handler: Handler,
  request: IncomingMessage,
  response: ServerResponse,
  { ending, report, quirks }: ServerSettings,
): Promise<void> {
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  response.on('error', () => gone.abort())
  const answer = await settle(handler, makeAsk(request, AbortSignal.any([gone.signal, ending])), report)
  if (gone.signal.aborted) return
  const extra = quirks.freedom('further-response-headers') ? { 'x-served-by': 'reference' } : {}
  const whole = answer.stream === undefined ? wholeBody(answer) : undefined
  response.writeHead(answer.status, {
    'cache-control': 'no-cache, private',
    ...(whole === undefined ? { 'content-type': 'application/json' } : whole.headers),
    ...extra,
    ...answer.headers,
  })
  if (answer.stream !== undefined) {
    // The headers are news too: a watcher waits for them.
    response.flushHeaders?.()
    await answer.stream((chunk) => response.write(chunk)).catch((error: unknown) => report(String(error)))
  }
  response.end(whole?.text)
}

async function settle(handler: Handler, ask: Ask, report: (problem: string) => void): Promise<Answer> {
  try {
    return await handler(ask)
  } catch (error) {
    if (error instanceof ApiError) return failure(error)
    report(`${ask.method} ${ask.path}: ${error instanceof Error ? error.message : String(error)}`)
    return failure(new ApiError(500, error instanceof Error ? error.message : String(error)))
  }
}

function wholeBody({ body }: Answer): { text: string; headers: Record<string, string> } {
  if (typeof body === 'string')
    return { text: body, headers: { 'content-type': 'text/plain; charset=utf-8' } }
  return {
    text: body === undefined ? '' : `${JSON.stringify(body)}\n`,
    headers: { 'content-type': 'application/json' },
  }
}

function makeAsk(request: IncomingMessage, signal: AbortSignal): Ask {
  const target = request.url ?? '/'
  const at = target.indexOf('?')
  let read: Promise<string> | undefined
  return {
    method: request.method ?? 'GET',
    path: decoded(at < 0 ? target : target.slice(0, at)),
    target,
    query: new URLSearchParams(at < 0 ? '' : target.slice(at + 1)),
    headers: request.headers,
    from: request.socket.remoteAddress ?? '',
    certificate: clientCertificate(request.socket as TLSSocket),
    user: undefined,
    signal,
    body: () => (read ??= readBody(request)),
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
