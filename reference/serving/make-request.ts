import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import type { TLSSocket } from 'node:tls'
import type { ServerRequest, Transport } from './request.ts'
import { clientCertificate } from './client-certificate.ts'

/** Converts a request of HTTP/1.1 or HTTP/2 for the handlers of the server. */
export function makeRequest(
  request: IncomingMessage | Http2ServerRequest,
  transport: Transport,
  connectedAtMs: number,
  signal: AbortSignal,
): ServerRequest {
  const target = request.url ?? '/'
  const queryStart = target.indexOf('?')
  let bodyRead: Promise<string> | undefined
  return {
    method: request.method ?? 'GET',
    path: decodePath(queryStart < 0 ? target : target.slice(0, queryStart)),
    target,
    query: new URLSearchParams(queryStart < 0 ? '' : target.slice(queryStart + 1)),
    headers: request.headers,
    headerLines: headerLines(request.rawHeaders),
    from: request.socket.remoteAddress ?? '',
    transport,
    connectedAtMs,
    certificate: clientCertificate(request.socket as TLSSocket),
    notes: {},
    user: undefined,
    signal,
    body: () => (bodyRead ??= readBody(request)),
  }
}

function headerLines(rawHeaders: readonly string[]): readonly (readonly [string, string])[] {
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? ''] as const] : [],
  )
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

async function readBody(request: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
