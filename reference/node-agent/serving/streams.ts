import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError } from '../../serving/api-error.ts'
import type { ServerRequest } from '../../serving/request.ts'
import type { AgentConfiguration } from '../config/configuration.ts'
import { fault } from '../../quirks/quirks.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { findContainer } from './debugging.ts'

/** Handles a request for an upgrade to another protocol. Throws an ApiError when the request is refused. */
export type Streaming = (request: ServerRequest, socket: Duplex, head: Buffer) => Promise<void>

/** Maximum lifetime of a connection in milliseconds. */
const defaultRequestMs = 120_000
const maxLifetimeMs = 4 * 60 * 60_000

/** Forwards connections to commands that run in containers, until they are idle for the permitted time. */
export class Streams {
  readonly #runtime: Runtime
  readonly #idleMs: number
  readonly #countsUse: boolean
  /** Timeout of requests to the runtime. Only a fault applies it to streams. */
  readonly #requestMs: number

  constructor(runtime: Runtime, config: AgentConfiguration) {
    this.#runtime = runtime
    this.#requestMs = config.durationMs('runtime-request-timeout')
    const idleTimeoutMs = config.durationMs('streaming-connection-idle-timeout')
    const zeroTimeoutMs = fault('streaming-idle-zero-is-short') ? 3_000 : Infinity
    const isIgnored = idleTimeoutMs > 0 && fault('streaming-idle-ignored')
    this.#idleMs = isIgnored ? Infinity : idleTimeoutMs > 0 ? idleTimeoutMs : zeroTimeoutMs
    this.#countsUse = !fault('streaming-idle-counts-from-the-start')
  }

  /** Forwards a connection to the container that a path names. Throws an ApiError when this is impossible. */
  async hand(upgradeRequest: ServerRequest, socket: Duplex, head: Buffer): Promise<void> {
    const execPathMatch = /^\/exec\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(upgradeRequest.path)
    if (execPathMatch === null) throw new ApiError(404, `nothing is streamed at ${upgradeRequest.path}`)
    const { id } = await findContainer(this.#runtime, execPathMatch)
    const url = await this.#runtime.streamUrl(id, upgradeRequest.query.getAll('command'))
    const upgrade = String(upgradeRequest.headers['upgrade'] ?? '')
    const clientRequest = request(url, {
      method: upgradeRequest.method,
      headers: { connection: 'Upgrade', upgrade },
    })
    clientRequest.end()
    const [, runtimeSocket] = (await once(clientRequest, 'upgrade')) as [IncomingMessage, Duplex]
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: ${upgrade}\r\n\r\n`)
    if (head.length > 0) runtimeSocket.write(head)
    this.#join(socket, runtimeSocket)
  }

  #join(clientSocket: Duplex, runtimeSocket: Duplex): void {
    const end = (): void => {
      clearTimeout(idleTimer)
      clearTimeout(lifetimeTimer)
      clientSocket.destroy()
      runtimeSocket.destroy()
    }
    const isLimited = this.#idleMs < maxLifetimeMs
    const idleTimer = setTimeout(end, isLimited ? this.#idleMs : maxLifetimeMs)
    const isCut = this.#requestMs < defaultRequestMs && fault('streams-time-out')
    const lifetimeTimer = setTimeout(end, isCut ? this.#requestMs : maxLifetimeMs)
    for (const [source, sink] of [
      [clientSocket, runtimeSocket],
      [runtimeSocket, clientSocket],
    ] as const) {
      source.pipe(sink)
      source.on('data', () => isLimited && this.#countsUse && idleTimer.refresh())
      source.on('error', end)
      source.once('close', end)
    }
  }
}
