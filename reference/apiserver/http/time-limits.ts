import type { ServerQuirks } from '../faults.ts'
import { ApiError, failure } from '../../serving/api-error.ts'
import type { Answer, Ask, Handler, Step } from '../../serving/ask.ts'
import { isWatch } from '../api/attributes.ts'
import type { RequestLimits } from './limits.ts'

/** The longest time that a timer takes, in milliseconds. */
const longestMs = 2 ** 31 - 1

/** How long requests may take; watches between once and twice their least time, 0 for as long as the client likes. */
export interface TimeLimits extends Pick<RequestLimits, 'requestMs' | 'watchAtLeastMs'> {
  /** Aborted when all watches must end. */
  readonly watchesEnding: AbortSignal
  readonly quirks: ServerQuirks
}

/** Ends requests that take too long with 504, and watches after a random time. */
export function limitTime(limits: TimeLimits): Step {
  return async (ask, next) => {
    if (!isWatch(ask)) return limitRequest(limits, ask, next)
    const over = watchOver(limits)
    ask.signal.addEventListener('abort', over.clear)
    return next({ ...ask, signal: AbortSignal.any([ask.signal, limits.watchesEnding, over.signal]) })
  }
}

async function limitRequest(limits: TimeLimits, ask: Ask, next: Handler): Promise<Answer> {
  const { watchAtLeastMs, quirks } = limits
  const isLonger = watchAtLeastMs > limits.requestMs
  const requestMs =
    isLonger && quirks.fault('min-request-timeout-for-all') ? watchAtLeastMs : limits.requestMs
  const timers = new Timers()
  const over = new AbortController()
  const late = new Promise<Answer>((resolve) => {
    const end = () => {
      over.abort()
      if (quirks.freedom('late-requests-cut')) resolve({ status: 504, cut: true })
      const error = failure(new ApiError(504, `not done within ${requestMs} ms`))
      // What is left of the body cannot be read past by the next request.
      resolve(ask.transport === 'http/2' ? error : { ...error, headers: { connection: 'close' } })
    }
    timers.at(requestMs / 2, () => quirks.fault('request-timeout-halved') && end())
    timers.at(requestMs, () => quirks.fault('request-timeout-ignored') || end())
  })
  try {
    return await Promise.race([next({ ...ask, signal: AbortSignal.any([ask.signal, over.signal]) }), late])
  } finally {
    timers.clear()
  }
}

/** A signal that ends a watch when its time is over; `clear` when it ended before. */
function watchOver({ requestMs, watchAtLeastMs, quirks }: TimeLimits): {
  readonly signal: AbortSignal
  readonly clear: () => void
} {
  const over = new AbortController()
  const timers = new Timers()
  const end = () => over.abort()
  timers.at(requestMs, () => quirks.fault('request-timeout-ends-watches') && end())
  if (watchAtLeastMs > 0) {
    timers.at(watchAtLeastMs / 2, () => quirks.fault('watch-ends-early') && end())
    timers.at(watchAtLeastMs, () => quirks.fault('watch-timeout-fixed') && end())
    timers.at(watchAtLeastMs * (1 + Math.random()), end)
  }
  return { signal: over.signal, clear: () => timers.clear() }
}

/** Timers that end together, and that do not keep a process alive. */
class Timers {
  readonly #timers: NodeJS.Timeout[] = []

  at(ms: number, act: () => void): void {
    this.#timers.push(setTimeout(act, Math.min(ms, longestMs)).unref())
  }

  clear(): void {
    for (const timer of this.#timers) clearTimeout(timer)
  }
}
