import type { ClientRequest } from 'node:http'
import { constants } from 'node:http2'
import { Agent, request } from 'node:https'
import { nowMs } from '../time.ts'
import { messageOf } from '../errors.ts'
import { Http2Prober } from './http2.ts'
import { type ClientIdentity, secureContextOf } from './secure-context.ts'
import { openWebSocketWatch } from './websocket.ts'

/** Transports of watches. */
export const watchTransports = ['http1', 'http2', 'websocket'] as const

/** Transport of a watch to its client. */
export type WatchTransport = (typeof watchTransports)[number]

/** End of a watch: an orderly end by the server, a broken connection, or an end by the client. */
export interface WatchEnd {
  readonly atMs: number
  readonly how: 'clean' | 'cut' | 'left'
  readonly detail: string
}

/** Target, identity and transport of a watch. */
export interface WatchOptions extends ClientIdentity {
  readonly url: string
  /** Path with the query: `/api/v1/…?watch=true`. */
  readonly path: string
}

/** A watch on a separate connection, with the received events. */
export class OpenWatch {
  readonly transport: WatchTransport
  readonly openedAtMs = nowMs()
  /** Resolves to the status of the response, or to 0 if there was no response. */
  readonly responseStatus: Promise<number>
  /** Received events with their times and texts. */
  readonly events: { readonly atMs: number; readonly text: string }[] = []
  end: WatchEnd | undefined
  readonly endPromise: Promise<WatchEnd>
  #resolveStatus: (status: number) => void = () => {}
  #resolveEnd: (end: WatchEnd) => void = () => {}
  #partial = ''
  #cut: () => void = () => {}

  constructor(transport: WatchTransport) {
    this.transport = transport
    this.responseStatus = new Promise((resolve) => {
      this.#resolveStatus = resolve
    })
    this.endPromise = new Promise((resolve) => {
      this.#resolveEnd = resolve
    })
  }

  /** Ends the watch from the client's side. */
  leave(): void {
    this.finish('left', 'its client left')
    this.#cut()
  }

  /** Sets the function by which `leave` closes the connection. */
  onLeave(cut: () => void): void {
    this.#cut = cut
  }

  answer(status: number): void {
    this.#resolveStatus(status)
  }

  /** Reads a part of a stream of lines. */
  read(chunk: Buffer): void {
    const lines = (this.#partial + chunk.toString('utf8')).split('\n')
    this.#partial = lines.pop() ?? ''
    for (const text of lines) this.event(text)
  }

  event(text: string): void {
    this.events.push({ atMs: nowMs(), text })
  }

  finish(how: WatchEnd['how'], detail: string): void {
    if (this.end !== undefined) return
    this.end = { atMs: nowMs(), how, detail }
    this.#resolveStatus(0)
    this.#resolveEnd(this.end)
  }
}

/** Opens a watch. Its `answered` resolves to the status of the response. */
export function openWatch(transport: WatchTransport, options: WatchOptions): OpenWatch {
  const watch = new OpenWatch(transport)
  if (transport === 'http1') openHttp1Watch(watch, options)
  else if (transport === 'http2') openHttp2Watch(watch, options)
  else openWebSocketWatch(watch, options)
  return watch
}

function openHttp1Watch(watch: OpenWatch, { url, path, ...identity }: WatchOptions): void {
  const agent = new Agent({ secureContext: secureContextOf(identity), keepAlive: true, maxCachedSessions: 0 })
  const clientRequest: ClientRequest = request(url + path, { agent, headers: { accept: 'application/json' } })
  watch.onLeave(() => agent.destroy())
  clientRequest.once('error', (thrown) => watch.finish('cut', messageOf(thrown)))
  clientRequest.once('response', (answer) => {
    watch.answer(answer.statusCode ?? 0)
    answer.on('data', (chunk: Buffer) => watch.read(chunk))
    answer.once('error', (thrown) => watch.finish('cut', messageOf(thrown)))
    answer.once('end', () => {
      watch.finish(
        answer.complete ? 'clean' : 'cut',
        answer.complete ? 'last chunk' : 'without the last chunk',
      )
      agent.destroy()
    })
  })
  clientRequest.end()
}

function openHttp2Watch(watch: OpenWatch, { path, ...options }: WatchOptions): void {
  const client = new Http2Prober(options)
  const stream = client.stream({ ':path': path, accept: 'application/json' })
  stream.end()
  watch.onLeave(() => client.close())
  stream.on('response', ({ ':status': status }) => watch.answer(status ?? 0))
  stream.on('data', (chunk: Buffer) => watch.read(chunk))
  let isWhole = false
  stream.once('end', () => {
    isWhole = true
  })
  stream.once('error', () => {})
  stream.once('close', () => {
    const isCleanEnd = isWhole && stream.rstCode === constants.NGHTTP2_NO_ERROR
    watch.finish(isCleanEnd ? 'clean' : 'cut', isCleanEnd ? 'END_STREAM' : `code ${stream.rstCode}`)
    client.close()
  })
}
