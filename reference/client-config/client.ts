import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http'
import { Agent, request as requestSecure } from 'node:https'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls'
import type { Quirks } from '../quirks/quirks.ts'
import type { ClientConfig, ClientConfigFault } from './read.ts'

/** What a server answered. */
export interface Reply {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** Opens a connection to a host and port. */
type Dial = (host: string, port: number) => Promise<Duplex>

/** Asks the one server of a client configuration. */
export interface Client {
  /** Posts an object as JSON to the very URL of the configuration; rejects when there is no whole answer in time. */
  post(body: object, withinMs: number): Promise<Reply>
}

/** Milliseconds until a server counts as unreachable, whatever a question permits. */
const connectMs = 30_000

/** Makes the client of a configuration; it keeps connections for later questions. */
export function makeClient(config: ClientConfig, dial: Dial, quirks: Quirks<ClientConfigFault>): Client {
  const { server } = config
  const agent = server.protocol === 'https:' ? keepingAgent(config, dial, quirks) : undefined
  return {
    async post(body, withinMs) {
      const text = JSON.stringify(body)
      const late = AbortSignal.timeout(withinMs)
      const options = {
        method: 'POST',
        headers: {
          ...authorization(config, quirks),
          accept: 'application/json',
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        },
        signal: late,
      }
      try {
        const asked =
          agent === undefined
            ? requestPlain(server, { ...options, ...(await plainConnection(server, dial)) })
            : requestSecure(server, { ...options, agent })
        return await answerTo(asked, text)
      } catch (cause) {
        if (late.aborted) throw new Error(`no answer within ${withinMs} ms`, { cause })
        throw cause
      }
    },
  }
}

async function answerTo(asked: ClientRequest, text: string): Promise<Reply> {
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>
  asked.end(text)
  const [answer] = await answered
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
async function plainConnection(server: URL, dial: Dial): Promise<{ createConnection: () => Duplex }> {
  const socket = await dial(hostOf(server), Number(server.port === '' ? 80 : server.port))
  return { createConnection: () => socket }
}

/** An agent whose connections go where the dialer leads, to a server that proved to be the right one. */
function keepingAgent(config: ClientConfig, dial: Dial, quirks: Quirks<ClientConfigFault>): Agent {
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
