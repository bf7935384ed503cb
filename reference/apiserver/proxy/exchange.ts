import { once } from 'node:events'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { Duplex } from 'node:stream'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import type { Answer, ServerRequest } from '../../serving/request.ts'
import type { ProxyTarget } from './target.ts'

/** Options of a request that is forwarded to another server. */
export interface ForwardOptions {
  /** Path with the query. */
  readonly path: string
  readonly tls?: ConnectionOptions
  /** Headers that are added to the headers of the request, or replace them. */
  readonly headers?: Readonly<Record<string, string | string[]>>
}

/** Headers for one connection only (RFC 9110 §7.6.1). */
const ownHeaders = ['connection', 'host', 'transfer-encoding', 'authorization', 'keep-alive', 'upgrade']
const responseHeaders = ['content-type', 'location']

/** Sends a request over an open connection, and returns the response. */
export async function forwardRequest(
  serverRequest: ServerRequest,
  tcpSocket: Duplex,
  { secure, host, port }: ProxyTarget,
  { path, tls = { rejectUnauthorized: false }, headers: extraHeaders = {} }: ForwardOptions,
): Promise<Answer> {
  const socket = secure ? connectTls({ socket: tcpSocket, ...tls }) : tcpSocket
  socket.on('error', () => {})
  const headers = Object.fromEntries(
    Object.entries(serverRequest.headers).filter(
      ([name]) => !name.startsWith(':') && !ownHeaders.includes(name),
    ),
  ) as Record<string, string>
  const options = {
    method: serverRequest.method,
    path,
    headers: { ...headers, ...extraHeaders, host: `${host}:${port}` },
    createConnection: () => socket,
  }
  const request = (secure ? requestSecure : requestPlain)(options)
  try {
    request.end(await serverRequest.body())
    const [answer] = (await once(request, 'response', { signal: serverRequest.signal })) as [IncomingMessage]
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk as Buffer)
    const keptHeaders = responseHeaders.flatMap((name) => {
      const value = answer.headers[name]
      return typeof value === 'string' ? [[name, value] as const] : []
    })
    return {
      status: answer.statusCode ?? 502,
      headers: Object.fromEntries(keptHeaders),
      body: Buffer.concat(chunks).toString('utf8'),
    }
  } finally {
    request.on('error', () => {})
    tcpSocket.destroy()
  }
}
