import type { ServerResponse } from 'node:http'
import { nowMs } from '#harness/time.ts'
import type { HttpResponse } from '../http/listener.ts'
import type { ApiAnswers } from './answers.ts'
import type { ApiServerRequest } from './request.ts'
import type { Refusal } from './model/refusal.ts'
import type { OpenedWatch, WatchEvent } from './requests/watch.ts'

// Maximum number of unsent bytes, so that a client that does not read cannot fill the memory. A real server also ends
// such a connection.
const maxUnsentBytes = 32 * 1024 * 1024

/** One open watch. */
export interface Stream {
  readonly asked: ApiServerRequest
  /** Ends the watch, after an event of type ERROR if one is given. */
  end(error?: Refusal): void
}

/** The open watches of a server. */
export class Streams {
  readonly #openStreams = new Set<Stream & { bookmark(): void }>()
  readonly #answersOf: () => Partial<ApiAnswers>
  readonly #timer: NodeJS.Timeout

  constructor(answersOf: () => Partial<ApiAnswers>, bookmarkEveryMs: number) {
    this.#answersOf = answersOf
    this.#timer = setInterval(() => {
      for (const stream of this.#openStreams) stream.bookmark()
    }, bookmarkEveryMs)
    this.#timer.unref()
  }

  get open(): readonly Stream[] {
    return [...this.#openStreams]
  }

  /** Responds to a request with a watch, until either side ends it. */
  start(res: HttpResponse, request: ApiServerRequest, watch: OpenedWatch): void {
    // The response classes of HTTP/1 and HTTP/2 take the same arguments but share no type.
    const response = res as Pick<ServerResponse, 'write' | 'end' | 'once' | 'destroy' | 'writableLength'>
    let initialLines: string[] | undefined = []
    let hasEnded = false
    request.events = 0

    const notify = (honest: WatchEvent): void => {
      const { event: answer } = this.#answersOf()
      const event = answer === undefined ? honest : answer(honest, request)
      if (event === undefined || hasEnded) return
      request.events = (request.events ?? 0) + 1
      const line = `{"type":"${event.type}","object":${event.json}}\n`
      if (initialLines !== undefined) initialLines.push(line)
      else {
        response.write(line)
        if (response.writableLength > maxUnsentBytes) response.destroy()
      }
    }
    const close = (by: 'client' | 'server' | 'time-out'): void => {
      if (hasEnded) return
      hasEnded = true
      request.end = { atMs: nowMs(), by }
      clearTimeout(timer)
      stop()
      this.#openStreams.delete(stream)
      if (by !== 'client') response.end()
    }
    const timer = setTimeout(() => close('time-out'), Math.min(watch.timeoutMs, maxTimerMs))
    timer.unref()
    const stream = {
      asked: request,
      end: (error?: Refusal) => {
        if (error !== undefined) notify({ type: 'ERROR', json: JSON.stringify(error.status) })
        close('server')
      },
      bookmark: () => {
        if (watch.wantsBookmarks) notify(watch.bookmark())
      },
    }
    response.once('close', () => close('client'))
    this.#openStreams.add(stream)
    const stop = watch.start(notify)
    if (initialLines.length > 0) response.write(initialLines.join(''))
    initialLines = undefined
  }

  stop(): void {
    clearInterval(this.#timer)
    for (const stream of this.#openStreams) stream.end()
  }
}

const maxTimerMs = 2 ** 31 - 1
