import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError } from '../../serving/api-error.ts'
import type { ServerRequest } from '../../serving/request.ts'
import type { AgentConfiguration } from '../config/configuration.ts'
import { fault } from '../../quirks/quirks.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { findContainer } from './debugging.ts'

/** Handles a connection that requests another protocol. Throws an ApiError when it is refused. */
export type Streaming = (request: ServerRequest, socket: Duplex, head: Buffer) => Promise<void>

/** Maximum lifetime of a connection. */
const capMs = 4 * 60 * 60_000

/** Forwards connections to commands that run in containers, until the permitted idle time is over. */
export class Streams {
  readonly #runtime: Runtime
  readonly #idleMs: number
  readonly #countsUse: boolean

  constructor(runtime: Runtime, config: AgentConfiguration) {
    this.#runtime = runtime
    const wanted = config.durationMs('streaming-connection-idle-timeout')
    const zero = fault('streaming-idle-zero-is-short') ? 3_000 : Infinity
    const isIgnored = wanted > 0 && fault('streaming-idle-ignored')
    this.#idleMs = isIgnored ? Infinity : wanted > 0 ? wanted : zero
    this.#countsUse = !fault('streaming-idle-counts-from-the-start')
  }

  /** Forwards a connection to the container that a path names. Throws an ApiError when it cannot. */
  async hand(incoming: ServerRequest, socket: Duplex, head: Buffer): Promise<void> {
    const named = /^\/exec\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(incoming.path)
    if (named === null) throw new ApiError(404, `nothing is streamed at ${incoming.path}`)
    const { id } = await findContainer(this.#runtime, named)
    const url = await this.#runtime.streamUrl(id, incoming.query.getAll('command'))
    const upgrade = String(incoming.headers['upgrade'] ?? '')
    const outgoing = request(url, { method: incoming.method, headers: { connection: 'Upgrade', upgrade } })
    outgoing.end()
    const [, other] = (await once(outgoing, 'upgrade')) as [IncomingMessage, Duplex]
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: ${upgrade}\r\n\r\n`)
    if (head.length > 0) other.write(head)
    this.#join(socket, other)
  }

  #join(one: Duplex, other: Duplex): void {
    const end = (): void => {
      clearTimeout(idle)
      clearTimeout(cap)
      one.destroy()
      other.destroy()
    }
    const isLimited = this.#idleMs < capMs
    const idle = setTimeout(end, isLimited ? this.#idleMs : capMs)
    const cap = setTimeout(end, capMs)
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      from.pipe(to)
      from.on('data', () => isLimited && this.#countsUse && idle.refresh())
      from.on('error', end)
      from.once('close', end)
    }
  }
}
