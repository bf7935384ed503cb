import { once } from 'node:events'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls, type TLSSocket } from 'node:tls'
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

/** Makes the client of a configuration. */
export function makeClient(config: ClientConfig, dial: Dial, quirks: Quirks<ClientConfigFault>): Client {
  return {
    async post(body, withinMs) {
      // Held by a timer of its own kind: it must also bound the dialling, which knows no signal.
      const late = AbortSignal.timeout(withinMs)
      const expired = new Promise<never>((_, reject) => {
        late.addEventListener('abort', () => reject(new Error(`no answer within ${withinMs} ms`)))
      })
      return Promise.race([send(config, dial, quirks, JSON.stringify(body), late), expired])
    },
  }
}

async function send(
  config: ClientConfig,
  dial: Dial,
  quirks: Quirks<ClientConfigFault>,
  body: string,
  signal: AbortSignal,
): Promise<Reply> {
  const { server } = config
  const secure = server.protocol === 'https:'
  const host = server.hostname.replace(/^\[|\]$/g, '')
  const raw = await dial(host, Number(server.port === '' ? (secure ? 443 : 80) : server.port))
  const destroy = () => raw.destroy()
  signal.addEventListener('abort', destroy)
  try {
    const socket = secure ? await trusted(config, raw, host, quirks) : raw
    const options = {
      method: 'POST',
      headers: {
        ...authorization(config, quirks),
        accept: 'application/json',
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
      // Used only when no agent is named.
      createConnection: () => socket,
    }
    const asked = secure ? requestSecure(server, options) : requestPlain(server, options)
    asked.end(body)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk as Buffer)
    if (!answer.complete) throw new Error('the answer ended too early')
    return {
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    }
  } finally {
    signal.removeEventListener('abort', destroy)
    raw.destroy()
  }
}

function authorization(
  { token, basic }: ClientConfig,
  quirks: Quirks<ClientConfigFault>,
): Record<string, string> {
  if (token !== undefined) {
    return quirks.fault('client-config-token-not-sent') ? {} : { authorization: `Bearer ${token}` }
  }
  return basic === undefined
    ? {}
    : { authorization: `Basic ${Buffer.from(basic, 'utf8').toString('base64')}` }
}

/** A TLS connection to a server that proved to be the right one. */
async function trusted(
  { ca, cert, key, insecure, serverName }: ClientConfig,
  raw: Duplex,
  host: string,
  quirks: Quirks<ClientConfigFault>,
): Promise<TLSSocket> {
  const name = serverName ?? host
  const shown = cert !== undefined && !quirks.fault('client-config-certificate-not-shown')
  const socket = connectTls({
    socket: raw,
    host: name,
    rejectUnauthorized: false,
    ...(isIP(name) === 0 ? { servername: name } : {}),
    ...(ca === undefined || quirks.fault('client-config-system-roots-only') ? {} : { ca: [ca] }),
    ...(shown && key !== undefined ? { cert, key } : {}),
  })
  // Kept for the socket's whole life: a late alert must not end the process.
  socket.on('error', () => {})
  await Promise.race([
    once(socket, 'secureConnect'),
    once(socket, 'close').then(() => Promise.reject(new Error('the connection was closed'))),
  ])
  if (socket.authorized) return socket
  const reason = String(socket.authorizationError)
  if (insecure && !quirks.fault('client-config-insecure-ignored')) return socket
  const pardon = reason.includes('ALTNAME')
    ? 'client-config-host-name-not-verified'
    : 'client-config-server-not-verified'
  if (!insecure && quirks.fault(pardon)) return socket
  throw new Error(`the server is not trusted: ${reason}`)
}
