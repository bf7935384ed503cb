import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { nowMs } from '../time.ts'
import type { HttpAnswer } from './https.ts'
import { type ClientIdentity, secureContextOf } from './secure-context.ts'

/** Request for a connection that is upgraded to another protocol. */
export interface StreamOptions extends ClientIdentity {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

const answerLimitMs = 10_000
const pollIntervalMs = 10

/** An upgraded connection whose other end echoes what it receives. */
export class OpenStream {
  readonly #socket: Duplex
  #received = ''
  #endedAtMs: number | undefined

  constructor(socket: Duplex, head: Buffer) {
    this.#socket = socket
    this.#received = head.toString('latin1')
    socket.on('data', (chunk: Buffer) => (this.#received += chunk.toString('latin1')))
    // Treats a reset as the end.
    socket.on('error', () => this.#end())
    socket.once('end', () => this.#end())
    socket.once('close', () => this.#end())
  }

  /** Time of the end, by `nowMs()`; `undefined` while the connection is open. */
  get endedAtMs(): number | undefined {
    return this.#endedAtMs
  }

  /** Sends a text, and reports whether the peer echoed it within this time. */
  async echoes(sentText: string, withinMs: number): Promise<boolean> {
    if (this.#endedAtMs !== undefined) return false
    this.#received = ''
    this.#socket.write(sentText)
    const byMs = nowMs() + withinMs
    while (!this.#received.includes(sentText) && this.#endedAtMs === undefined && nowMs() < byMs) {
      await pause(pollIntervalMs)
    }
    return this.#received.includes(sentText)
  }

  /** Closes the connection from the client's side. */
  leave(): void {
    this.#socket.destroy()
  }

  #end(): void {
    this.#endedAtMs ??= nowMs()
  }
}

/** Requests a stream by a POST, without checking the server certificate. Returns the response if it is rejected. */
export async function openStream({
  url,
  headers,
  ...identity
}: StreamOptions): Promise<OpenStream | HttpAnswer> {
  const agent = new Agent({ secureContext: secureContextOf(identity), rejectUnauthorized: false })
  const outgoing = request(url, { method: 'POST', agent, headers: { ...headers, connection: 'Upgrade' } })
  const signal = AbortSignal.timeout(answerLimitMs)
  const upgradedStream = once(outgoing, 'upgrade', { signal }).then(
    ([, socket, head]) => new OpenStream(socket as Duplex, head as Buffer),
  )
  const refusal = once(outgoing, 'response', { signal }).then(([answer]) =>
    readResponse(answer as IncomingMessage),
  )
  // Only one of the two promises settles with a result; errors of the other promise are ignored.
  for (const outcome of [upgradedStream, refusal]) outcome.catch(() => {})
  outgoing.end()
  return Promise.race([upgradedStream, refusal])
}

async function readResponse(answer: IncomingMessage): Promise<HttpAnswer> {
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) }
}
