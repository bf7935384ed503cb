import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type Settings,
} from 'node:http2'
import { HarnessError } from '../errors.ts'
import type { ClientIdentity } from './secure-context.ts'
import { secureContextOf } from './secure-context.ts'
import {
  type ProbeOutcome,
  type Prober,
  type ProbeRequest,
  timeoutError,
  unansweredRequest,
  defaultTimeoutMs,
} from './response.ts'

/** Server and identity of a client over HTTP/2. */
export interface Http2Options extends ClientIdentity {
  /** Base URL of the server: `https://127.0.0.1:6443`. */
  readonly url: string
}

/** A client over one HTTP/2 connection, which is reopened for the next request after a GOAWAY of the server. */
export class Http2Prober implements Prober {
  /** Number of connections for which the server sent GOAWAY. */
  goaways = 0
  /** Number of opened connections. */
  connections = 0
  readonly #options: Http2Options
  readonly #open = new Set<ClientHttp2Session>()
  #session: ClientHttp2Session | undefined

  constructor(options: Http2Options) {
    this.#options = options
  }

  send({
    method = 'GET',
    path,
    headers,
    body,
    withinMs = defaultTimeoutMs,
  }: ProbeRequest): Promise<ProbeOutcome> {
    const isReused = this.#usable()
    return new Promise((resolve) => {
      let failure: unknown
      let answer: { status: number; headers: Record<string, string | string[]> } | undefined
      const chunks: Buffer[] = []
      const stream = this.stream({
        ':method': method,
        ':path': path,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      })
      const limitTimer = setTimeout(() => stream.destroy(timeoutError(withinMs)), withinMs)
      let isWhole = false
      stream.on('response', ({ ':status': status = 0, ...rest }) => {
        answer = { status, headers: rest as Record<string, string | string[]> }
      })
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.once('end', () => {
        isWhole = true
      })
      stream.once('error', (thrown) => {
        failure = thrown
      })
      stream.once('close', () => {
        clearTimeout(limitTimer)
        const isCleanEnd = stream.rstCode === constants.NGHTTP2_NO_ERROR
        if (answer !== undefined && isWhole && isCleanEnd && failure === undefined) {
          resolve({
            kind: 'answered',
            ...answer,
            body: Buffer.concat(chunks).toString('utf8'),
            reused: isReused,
          })
        } else {
          resolve(
            unansweredRequest(failure ?? new Error(`stream ended with code ${stream.rstCode}`), isReused),
          )
        }
      })
      stream.end(body)
    })
  }

  /** Opens a stream on the current connection, or on a new connection. */
  stream(headers: Record<string, string>): ClientHttp2Stream {
    const session = this.#usable() && this.#session !== undefined ? this.#session : this.#connect()
    return session.request(headers, { endStream: false })
  }

  /**
   * Returns the settings that the server announces. Rejects as `untestable` if the server accepts no HTTP/2 connection
   * in time.
   */
  async settings(withinMs = defaultTimeoutMs): Promise<Settings> {
    const session = this.#usable() && this.#session !== undefined ? this.#session : this.#connect()
    return new Promise((resolve, reject) => {
      const limitTimer = setTimeout(() => fail(timeoutError(withinMs)), withinMs)
      const fail = (why: Error): void => {
        clearTimeout(limitTimer)
        const failureText = `${this.#options.url} took no connection of HTTP/2: ${why.message}`
        reject(new HarnessError('untestable', failureText, { cause: why }))
      }
      session.once('error', fail)
      session.once('remoteSettings', (settings) => {
        clearTimeout(limitTimer)
        resolve(settings)
      })
    })
  }

  close(): void {
    for (const session of this.#open) session.destroy()
    this.#session = undefined
  }

  #usable(): boolean {
    return this.#session !== undefined && !this.#session.closed && !this.#session.destroyed
  }

  #connect(): ClientHttp2Session {
    const session = connect(this.#options.url, { secureContext: secureContextOf(this.#options) })
    this.connections += 1
    this.#open.add(session)
    // Headers and their end are two writes, and the second would wait for the acknowledgement of the first.
    session.once('connect', (_, socket) => socket.setNoDelay(true))
    session.once('close', () => this.#open.delete(session))
    session.on('error', () => {})
    session.on('goaway', () => {
      this.goaways += 1
      // The open streams continue, and the next request opens a new connection.
      if (this.#session === session) this.#session = undefined
      session.close()
    })
    this.#session = session
    return session
  }
}
