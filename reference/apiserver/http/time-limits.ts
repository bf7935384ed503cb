import { fault, freedom } from '../../quirks/quirks.ts'
import { ApiError, failure } from '../../serving/api-error.ts'
import type { Answer, ServerRequest, Handler, Step } from '../../serving/request.ts'
import { isWatch } from '../api/attributes.ts'
import type { RequestLimits } from './limits.ts'

/** Longest duration of a timer in milliseconds. */
const maxTimeoutMs = 2 ** 31 - 1

/** Time limits of requests. Watches end between once and twice their minimum; 0 means no limit. */
export interface TimeLimits extends Pick<RequestLimits, 'requestMs' | 'watchAtLeastMs'> {
  /** Aborted when all watches must end. */
  readonly watchesEnding: AbortSignal
}

/** Ends requests with 504 after the timeout, and watches after a random time. */
export function limitTime(limits: TimeLimits): Step {
  return async (request, next) => {
    if (!isWatch(request)) return limitRequest(limits, request, next)
    const watchLimit = watchTimeout(limits, request)
    request.signal.addEventListener('abort', watchLimit.clear)
    return next({
      ...request,
      signal: AbortSignal.any([request.signal, limits.watchesEnding, watchLimit.signal]),
    })
  }
}

async function limitRequest(limits: TimeLimits, request: ServerRequest, next: Handler): Promise<Answer> {
  const { watchAtLeastMs } = limits
  const isMinimumLonger = watchAtLeastMs > limits.requestMs
  const requestMs =
    isMinimumLonger && fault('min-request-timeout-for-all') ? watchAtLeastMs : limits.requestMs
  const timers = new Timers()
  const abortController = new AbortController()
  const timeoutAnswer = new Promise<Answer>((resolve) => {
    const end = () => {
      abortController.abort()
      if (freedom('late-requests-cut')) resolve({ status: 504, cut: true })
      const error = failure(new ApiError(504, `not done within ${requestMs} ms`))
      // A later request on the connection could not skip the rest of the body.
      resolve(request.transport === 'http/2' ? error : { ...error, headers: { connection: 'close' } })
    }
    timers.at(requestMs / 2, () => fault('request-timeout-halved') && end())
    const isUnlimited =
      (request.method !== 'GET' && fault('request-timeout-of-reads-alone')) ||
      (request.transport === 'http/2' && fault('request-timeout-of-http1-alone'))
    timers.at(requestMs, () => fault('request-timeout-ignored') || isUnlimited || end())
  })
  try {
    return await Promise.race([
      next({ ...request, signal: AbortSignal.any([request.signal, abortController.signal]) }),
      timeoutAnswer,
    ])
  } finally {
    timers.clear()
  }
}

/** Returns a signal that ends a watch at its time limit; call `clear` if the watch ends before. */
function watchTimeout(
  { requestMs, watchAtLeastMs }: TimeLimits,
  { path, transport }: ServerRequest,
): {
  readonly signal: AbortSignal
  readonly clear: () => void
} {
  const abortController = new AbortController()
  const timers = new Timers()
  const end = () => abortController.abort()
  timers.at(requestMs, () => fault('request-timeout-ends-watches') && end())
  if (watchAtLeastMs > 0) {
    const isEarly = (): boolean =>
      fault('watch-ends-early') ||
      (transport !== 'http/1.1' && fault('watches-of-other-transports-end-early')) ||
      isEarlyByGroup(path)
    timers.at(watchAtLeastMs / 2, () => isEarly() && end())
    timers.at(watchAtLeastMs, () => fault('watch-timeout-fixed') && end())
    timers.at(watchAtLeastMs * (1 + Math.random()), end)
  }
  return { signal: abortController.signal, clear: () => timers.clear() }
}

/** Reports whether an enabled fault ends watches of this path's group early. */
function isEarlyByGroup(path: string): boolean {
  const [, group] = /^\/apis\/([^/]+)\//.exec(path) ?? []
  if (group === undefined) return false
  const isBuiltIn = !group.includes('.') || group.endsWith('.orch.io')
  return isBuiltIn ? fault('watches-of-groups-end-early') : fault('watches-of-custom-resources-end-early')
}

/** Timers that are cleared together, and that do not keep a process alive. */
class Timers {
  readonly #timers: NodeJS.Timeout[] = []

  at(ms: number, act: () => void): void {
    this.#timers.push(setTimeout(act, Math.min(ms, maxTimeoutMs)).unref())
  }

  clear(): void {
    for (const timer of this.#timers) clearTimeout(timer)
  }
}
