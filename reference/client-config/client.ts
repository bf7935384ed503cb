import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http'
import { Agent, request as requestSecure } from 'node:https'
import { isIP } from 'node:net'
import { createInterface } from 'node:readline'
import type { Duplex } from 'node:stream'
import { connect as connectTls, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls'
import { fault } from '../quirks/quirks.ts'
import type { Dialer } from './dialer.ts'
import type { ClientConfig } from './read.ts'

/** Response of a server. */
export interface ClientResponse {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** Request to a server. */
export interface RequestOptions {
  readonly method: string
  /** Path and query, relative to the URL of the configuration. Default: the URL itself. */
  readonly path?: string
  /** Body, sent as JSON. */
  readonly body?: object
  /** Additional headers in lower case, which override the headers of every request. */
  readonly headers?: Readonly<Record<string, string>>
  readonly withinMs: number
}

/** Client that posts to the server of a client configuration. */
export interface Poster {
  /** Posts an object as JSON to the URL of the configuration. Rejects without a complete response in time. */
  post(body: object, withinMs: number): Promise<ClientResponse>
}

/** Client of the server of a client configuration. */
export interface Client extends Poster {
  /** Sends a request. Rejects without a complete response in time. */
  send(options: RequestOptions): Promise<ClientResponse>
  /**
   * Calls `notify` for each line of a response on arrival. Resolves at the end of the response; rejects if it is not a
   * success or is interrupted.
   */
  lines(options: RequestOptions, notify: (line: string) => void): Promise<void>
}

/** Timeout of a connection in milliseconds, regardless of the limit of the request. */
const connectMs = 30_000

/** Creates the client of a configuration, which keeps connections for later requests. */
export function makeClient(config: ClientConfig, dial: Dialer): Client {
  const { server } = config
  const agent = server.protocol === 'https:' ? keepAliveAgent(config, dial) : undefined
  const beginRequest = async (
    { method, path, headers }: RequestOptions,
    text: string | undefined,
    signal: AbortSignal,
  ) => {
    const options = {
      method,
      headers: {
        ...authorization(config),
        accept: 'application/json',
        ...(text === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...headers,
      },
      signal,
    }
    const url = path === undefined ? server : new URL(`${server.pathname.replace(/\/$/, '')}${path}`, server)
    return agent === undefined
      ? requestPlain(url, { ...options, ...(await plainConnection(server, dial)) })
      : requestSecure(url, { ...options, agent })
  }
  const send = async (options: RequestOptions): Promise<ClientResponse> => {
    const { body, withinMs } = options
    const text = body === undefined ? undefined : JSON.stringify(body)
    const timeoutSignal = AbortSignal.timeout(withinMs)
    try {
      return await sendRequest(await beginRequest(options, text, timeoutSignal), text)
    } catch (cause) {
      if (timeoutSignal.aborted) throw new Error(`no answer within ${withinMs} ms`, { cause })
      throw cause
    }
  }
  const lines: Client['lines'] = async (options, notify) => {
    const answer = await responseTo(
      await beginRequest(options, undefined, AbortSignal.timeout(options.withinMs)),
    )
    if (answer.statusCode !== 200) {
      answer.resume()
      throw new Error(`the answer has status ${answer.statusCode}`)
    }
    for await (const line of createInterface({ input: answer, crlfDelay: Infinity })) notify(line)
  }
  return { send: send, lines, post: (body, withinMs) => send({ method: 'POST', body, withinMs }) }
}

async function responseTo(request: ClientRequest, text?: string): Promise<IncomingMessage> {
  const response = once(request, 'response') as Promise<[IncomingMessage]>
  request.end(text)
  const [answer] = await response
  // Handles later errors of the request, which must not end the process.
  request.on('error', () => {})
  return answer
}

async function sendRequest(request: ClientRequest, text: string | undefined): Promise<ClientResponse> {
  const answer = await responseTo(request, text)
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  if (!answer.complete) throw new Error('the answer ended too early')
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    body: Buffer.concat(chunks).toString('utf8'),
  }
}

/** Opens a separate plain connection for one request. */
async function plainConnection(server: URL, dial: Dialer): Promise<{ createConnection: () => Duplex }> {
  const socket = await dial(hostOf(server), Number(server.port === '' ? 80 : server.port))
  return { createConnection: () => socket }
}

/** Returns an agent that connects through the dialer, to a server whose certificate is verified. */
function keepAliveAgent(config: ClientConfig, dial: Dialer): Agent {
  const { server } = config
  const host = hostOf(server)
  let context: SecureContext | undefined
  const connect = async () => {
    const tcpSocket = await dial(host, Number(server.port === '' ? 443 : server.port))
    // The context is created once and on first use, because reading certificates is expensive.
    context ??= secureContext(config)
    return openTls(config, tcpSocket, host, context)
  }
  const createConnection = async (_: unknown, done: (error: unknown, socket?: TLSSocket) => void) => {
    let socket: TLSSocket | undefined
    let failure: unknown = null
    try {
      socket = await connect()
    } catch (cause) {
      failure = cause
    }
    done(failure, socket)
  }
  return Object.assign(new Agent({ keepAlive: true }), {
    createConnection: (...options: Parameters<typeof createConnection>) => void createConnection(...options),
  })
}

const hostOf = (server: URL) => server.hostname.replace(/^\[|\]$/g, '')

function authorization({ token, basic }: ClientConfig): Record<string, string> {
  if (token !== undefined) {
    return fault('client-config-token-not-sent') ? {} : { authorization: `Bearer ${token}` }
  }
  if (basic !== undefined) {
    return { authorization: `Basic ${Buffer.from(basic, 'utf8').toString('base64')}` }
  }
  return fault('client-config-token-invented') ? { authorization: 'Bearer somebody' } : {}
}

function secureContext({ ca, cert, key }: ClientConfig): SecureContext {
  const isPairPresented = cert !== undefined && !fault('client-config-certificate-not-shown')
  return createSecureContext({
    ...(ca === undefined ? {} : { ca }),
    ...(isPairPresented && key !== undefined ? { cert, key } : {}),
  })
}

/** Opens a TLS connection to a server whose certificate is verified. */
async function openTls(
  { insecure, serverName }: ClientConfig,
  tcpSocket: Duplex,
  host: string,
  context: SecureContext,
): Promise<TLSSocket> {
  const name = serverName ?? host
  const socket = connectTls({
    socket: tcpSocket,
    host: name,
    rejectUnauthorized: false,
    secureContext: context,
    ...(isIP(name) === 0 ? { servername: name } : {}),
  })
  // Kept for the lifetime of the socket: a late alert must not end the process.
  socket.on('error', () => {})
  const signal = AbortSignal.timeout(connectMs)
  try {
    await Promise.race([
      once(socket, 'secureConnect', { signal }),
      once(socket, 'close', { signal }).then(() => Promise.reject(new Error('the connection was closed'))),
    ])
  } catch (cause) {
    socket.destroy()
    tcpSocket.destroy()
    throw cause
  }
  if (socket.authorized) return socket
  const reason = String(socket.authorizationError)
  if (insecure && !fault('client-config-insecure-ignored')) return socket
  const isNameMismatch = reason.includes('ALTNAME')
  if (!insecure && !isNameMismatch && fault('client-config-server-not-verified')) return socket
  if (!insecure && isNameMismatch && fault('client-config-server-name-ignored')) return socket
  socket.destroy()
  throw new Error(`the server is not trusted: ${reason}`)
}
