import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { nowMs } from '../time.ts'
import type { HttpAnswer } from './https.ts'
import { type ClientIdentity, secureContextOf } from './secure-context.ts'

/** How a connection is asked for that is upgraded to another protocol. */
export interface StreamOptions extends ClientIdentity {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

const answersWithinMs = 10_000
const lookEveryMs = 10

/** A connection that was upgraded, whose other end says back what it hears. */
export class OpenStream {
  readonly #socket: Duplex
  #heard = ''
  #ended: number | undefined

  constructor(socket: Duplex, head: Buffer) {
    this.#socket = socket
    this.#heard = head.toString('latin1')
    socket.on('data', (chunk: Buffer) => (this.#heard += chunk.toString('latin1')))
    // However it ends: a reset is an end as well.
    socket.on('error', () => this.#end())
    socket.once('end', () => this.#end())
    socket.once('close', () => this.#end())
  }

  /** When it ended, by `nowMs()`; `undefined` while it is open. */
  get endedAtMs(): number | undefined {
    return this.#ended
  }

  /** Says something, and whether it came back within some milliseconds. */
  async echoes(said: string, withinMs: number): Promise<boolean> {
    if (this.#ended !== undefined) return false
    this.#heard = ''
    this.#socket.write(said)
    const byMs = nowMs() + withinMs
    while (!this.#heard.includes(said) && this.#ended === undefined && nowMs() < byMs) {
      await pause(lookEveryMs)
    }
    return this.#heard.includes(said)
  }

  /** Ends it from the client's side. */
  leave(): void {
    this.#socket.destroy()
  }

  #end(): void {
    this.#ended ??= nowMs()
  }
}

/** Asks for a stream by a POST; which certificate the server shows is not looked at. The answer where it is not granted. */
export async function openStream({
  url,
  headers,
  ...identity
}: StreamOptions): Promise<OpenStream | HttpAnswer> {
  const agent = new Agent({ secureContext: secureContextOf(identity), rejectUnauthorized: false })
  const asked = request(url, { method: 'POST', agent, headers: { ...headers, connection: 'Upgrade' } })
  const signal = AbortSignal.timeout(answersWithinMs)
  const granted = once(asked, 'upgrade', { signal }).then(
    ([, socket, head]) => new OpenStream(socket as Duplex, head as Buffer),
  )
  const refused = once(asked, 'response', { signal }).then(([answer]) => whole(answer as IncomingMessage))
  // The one that does not come about is nobody's business.
  for (const outcome of [granted, refused]) outcome.catch(() => {})
  asked.end()
  return Promise.race([granted, refused])
}

async function whole(answer: IncomingMessage): Promise<HttpAnswer> {
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) }
}
