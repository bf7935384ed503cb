import { Agent, request } from 'node:https'
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

/** Server, identity and connections of a client over HTTP/1.1. */
export interface Http1Options extends ClientIdentity {
  /** Base URL of the server: `https://127.0.0.1:6443`. */
  readonly url: string
  /** `fresh`: every request opens a connection. `kept`: one connection stays open as long as the server allows. */
  readonly connection: 'fresh' | 'kept'
}

/**
 * A client over HTTP/1.1 that always requests persistent connections, so that the `Connection` header of a response is
 * the server's choice.
 */
export class Http1Prober implements Prober {
  readonly #options: Http1Options
  #keptAgent: Agent

  constructor(options: Http1Options) {
    this.#options = options
    this.#keptAgent = this.#agent()
  }

  send(question: ProbeRequest): Promise<ProbeOutcome> {
    const { method = 'GET', path, headers, body, withinMs = defaultTimeoutMs } = question
    const isFresh = this.#options.connection === 'fresh'
    const agent = isFresh ? this.#agent() : this.#keptAgent
    return new Promise((resolve) => {
      const finish = (outcome: ProbeOutcome): void => {
        clearTimeout(limitTimer)
        if (isFresh) agent.destroy()
        resolve(outcome)
      }
      const clientRequest = request(this.#options.url + path, {
        method,
        agent,
        headers: withLength(headers, body),
      })
      const limitTimer = setTimeout(() => clientRequest.destroy(timeoutError(withinMs)), withinMs)
      clientRequest.once('error', (thrown) => finish(unansweredRequest(thrown, clientRequest.reusedSocket)))
      clientRequest.once('response', (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.once('error', (thrown) => finish(unansweredRequest(thrown, clientRequest.reusedSocket)))
        answer.once('end', () =>
          finish({
            kind: 'answered',
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks).toString('utf8'),
            reused: clientRequest.reusedSocket,
          }),
        )
      })
      clientRequest.end(body)
    })
  }

  close(): void {
    this.#keptAgent.destroy()
    this.#keptAgent = this.#agent()
  }

  #agent(): Agent {
    return new Agent({
      secureContext: secureContextOf(this.#options),
      keepAlive: true,
      maxSockets: 1,
      maxCachedSessions: 0,
    })
  }
}

function withLength(headers: ProbeRequest['headers'], body: string | undefined): Record<string, string> {
  const sentHeaders = { accept: 'application/json', ...headers }
  if (body === undefined) return sentHeaders
  return {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...sentHeaders,
  }
}
