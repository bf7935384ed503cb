import type { ServerResponse } from 'node:http'
import { nowMs } from '#harness/time.ts'
import type { HttpResponse } from '../http/listener.ts'
import type { ApiAnswers } from './answers.ts'
import type { ApiAsked } from './asked.ts'
import type { Refusal } from './model/refusal.ts'
import type { Watching, WatchEvent } from './requests/watch.ts'

// A client that does not read must not fill the memory; a real server cuts it off as well.
const mostUnsentBytes = 32 * 1024 * 1024

/** One open watch. */
export interface Stream {
  readonly asked: ApiAsked
  /** Ends it, after an event of type ERROR if one is given. */
  end(error?: Refusal): void
}

/** The open watches of a server. */
export class Streams {
  readonly #open = new Set<Stream & { bookmark(): void }>()
  readonly #told: () => Partial<ApiAnswers>
  readonly #timer: NodeJS.Timeout

  constructor(told: () => Partial<ApiAnswers>, bookmarkEveryMs: number) {
    this.#told = told
    this.#timer = setInterval(() => {
      for (const stream of this.#open) stream.bookmark()
    }, bookmarkEveryMs)
    this.#timer.unref()
  }

  get open(): readonly Stream[] {
    return [...this.#open]
  }

  /** Responds to a request with a watch, until either side ends it. */
  start(res: HttpResponse, asked: ApiAsked, watching: Watching): void {
    // The two classes take the same arguments but share no type.
    const out = res as Pick<ServerResponse, 'write' | 'end' | 'once' | 'destroy' | 'writableLength'>
    let first: string[] | undefined = []
    let ended = false
    asked.events = 0

    const tell = (honest: WatchEvent): void => {
      const { event: lie } = this.#told()
      const event = lie === undefined ? honest : lie(honest, asked)
      if (event === undefined || ended) return
      asked.events = (asked.events ?? 0) + 1
      const line = `{"type":"${event.type}","object":${event.json}}\n`
      if (first !== undefined) first.push(line)
      else {
        out.write(line)
        if (out.writableLength > mostUnsentBytes) out.destroy()
      }
    }
    const close = (by: 'client' | 'server' | 'time-out'): void => {
      if (ended) return
      ended = true
      asked.end = { atMs: nowMs(), by }
      clearTimeout(limit)
      stop()
      this.#open.delete(stream)
      if (by !== 'client') out.end()
    }
    const limit = setTimeout(() => close('time-out'), Math.min(watching.timeoutMs, mostTimerMs))
    limit.unref()
    const stream = {
      asked,
      end: (error?: Refusal) => {
        if (error !== undefined) tell({ type: 'ERROR', json: JSON.stringify(error.status) })
        close('server')
      },
      bookmark: () => {
        if (watching.wantsBookmarks) tell(watching.bookmark())
      },
    }
    out.once('close', () => close('client'))
    this.#open.add(stream)
    const stop = watching.start(tell)
    if (first.length > 0) out.write(first.join(''))
    first = undefined
  }

  stop(): void {
    clearInterval(this.#timer)
    for (const stream of this.#open) stream.end()
  }
}

const mostTimerMs = 2 ** 31 - 1
