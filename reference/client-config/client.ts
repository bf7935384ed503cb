import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http'
import { Agent, request as requestSecure } from 'node:https'
import { isIP } from 'node:net'
import { createInterface } from 'node:readline'
import type { Duplex } from 'node:stream'
import { connect as connectTls, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls'
import type { Quirks } from '../quirks/quirks.ts'
import type { Dialer } from './dialer.ts'
import type { ClientConfig, ClientConfigFault } from './read.ts'

/** What a server answered. */
export interface Reply {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** What a server is asked. */
export interface Question {
  readonly method: string
  /** Path and query below the URL of the configuration; that very URL without it. */
  readonly path?: string
  /** Sent as JSON. */
  readonly body?: object
  /** More headers, in lower case; they beat the usual ones. */
  readonly headers?: Readonly<Record<string, string>>
  readonly withinMs: number
}

/** Posts to the one server of a client configuration. */
export interface Poster {
  /** Posts an object as JSON to the very URL of the configuration; rejects when there is no whole answer in time. */
  post(body: object, withinMs: number): Promise<Reply>
}

/** Asks the one server of a client configuration. */
export interface Client extends Poster {
  /** Rejects when there is no whole answer in time. */
  ask(question: Question): Promise<Reply>
  /** Tells the lines of an answer as they come; resolves when the answer ends, rejects when it is no success or breaks off. */
  lines(question: Question, tell: (line: string) => void): Promise<void>
}

/** Milliseconds until a server counts as unreachable, whatever a question permits. */
const connectMs = 30_000

/** Makes the client of a configuration; it keeps connections for later questions. */
export function makeClient(config: ClientConfig, dial: Dialer, quirks: Quirks<ClientConfigFault>): Client {
  const { server } = config
  const agent = server.protocol === 'https:' ? keepingAgent(config, dial, quirks) : undefined
  const begin = async (
    { method, path, headers }: Question,
    text: string | undefined,
    signal: AbortSignal,
  ) => {
    const options = {
      method,
      headers: {
        ...authorization(config, quirks),
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
  const ask = async (question: Question): Promise<Reply> => {
    const { body, withinMs } = question
    const text = body === undefined ? undefined : JSON.stringify(body)
    const late = AbortSignal.timeout(withinMs)
    try {
      return await answerTo(await begin(question, text, late), text)
    } catch (cause) {
      if (late.aborted) throw new Error(`no answer within ${withinMs} ms`, { cause })
      throw cause
    }
  }
  const lines: Client['lines'] = async (question, tell) => {
    const answer = await responseTo(await begin(question, undefined, AbortSignal.timeout(question.withinMs)))
    if (answer.statusCode !== 200) {
      answer.resume()
      throw new Error(`the answer has status ${answer.statusCode}`)
    }
    for await (const line of createInterface({ input: answer, crlfDelay: Infinity })) tell(line)
  }
  return { ask, lines, post: (body, withinMs) => ask({ method: 'POST', body, withinMs }) }
}

async function responseTo(asked: ClientRequest, text?: string): Promise<IncomingMessage> {
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>
  asked.end(text)
  const [answer] = await answered
  // Kept for what breaks off later: it must not end the process.
  asked.on('error', () => {})
  return answer
}

async function answerTo(asked: ClientRequest, text: string | undefined): Promise<Reply> {
  const answer = await responseTo(asked, text)
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  if (!answer.complete) throw new Error('the answer ended too early')
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    body: Buffer.concat(chunks).toString('utf8'),
  }
}

/** A connection of its own for one question. */
async function plainConnection(server: URL, dial: Dialer): Promise<{ createConnection: () => Duplex }> {
  const socket = await dial(hostOf(server), Number(server.port === '' ? 80 : server.port))
  return { createConnection: () => socket }
}

/** An agent whose connections go where the dialer leads, to a server that proved to be the right one. */
function keepingAgent(config: ClientConfig, dial: Dialer, quirks: Quirks<ClientConfigFault>): Agent {
  const { server } = config
  const host = hostOf(server)
  let context: SecureContext | undefined
  const connect = async () => {
    const raw = await dial(host, Number(server.port === '' ? 443 : server.port))
    // Made once and late: reading certificates is dear.
    context ??= secureContext(config, quirks)
    return trusted(config, raw, host, context, quirks)
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
    createConnection: (...asked: Parameters<typeof createConnection>) => void createConnection(...asked),
  })
}

const hostOf = (server: URL) => server.hostname.replace(/^\[|\]$/g, '')

function authorization(
  { token, basic }: ClientConfig,
  quirks: Quirks<ClientConfigFault>,
): Record<string, string> {
  if (token !== undefined) {
    return quirks.fault('client-config-token-not-sent') ? {} : { authorization: `Bearer ${token}` }
  }
  if (basic !== undefined) {
    return { authorization: `Basic ${Buffer.from(basic, 'utf8').toString('base64')}` }
  }
  return quirks.fault('client-config-token-invented') ? { authorization: 'Bearer somebody' } : {}
}

function secureContext({ ca, cert, key }: ClientConfig, quirks: Quirks<ClientConfigFault>): SecureContext {
  const shown = cert !== undefined && !quirks.fault('client-config-certificate-not-shown')
  return createSecureContext({
    ...(ca === undefined ? {} : { ca }),
    ...(shown && key !== undefined ? { cert, key } : {}),
  })
}

/** A TLS connection to a server that proved to be the right one. */
async function trusted(
  { insecure, serverName }: ClientConfig,
  raw: Duplex,
  host: string,
  context: SecureContext,
  quirks: Quirks<ClientConfigFault>,
): Promise<TLSSocket> {
  const name = serverName ?? host
  const socket = connectTls({
    socket: raw,
    host: name,
    rejectUnauthorized: false,
    secureContext: context,
    ...(isIP(name) === 0 ? { servername: name } : {}),
  })
  // Kept for the socket's whole life: a late alert must not end the process.
  socket.on('error', () => {})
  const signal = AbortSignal.timeout(connectMs)
  try {
    await Promise.race([
      once(socket, 'secureConnect', { signal }),
      once(socket, 'close', { signal }).then(() => Promise.reject(new Error('the connection was closed'))),
    ])
  } catch (cause) {
    socket.destroy()
    raw.destroy()
    throw cause
  }
  if (socket.authorized) return socket
  const reason = String(socket.authorizationError)
  if (insecure && !quirks.fault('client-config-insecure-ignored')) return socket
  const wrongName = reason.includes('ALTNAME')
  if (!insecure && !wrongName && quirks.fault('client-config-server-not-verified')) return socket
  socket.destroy()
  throw new Error(`the server is not trusted: ${reason}`)
}
