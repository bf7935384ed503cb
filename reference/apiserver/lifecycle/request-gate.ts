import { fault, freedom } from '../../quirks/quirks.ts'
import { ApiError, failure } from '../../serving/api-error.ts'
import type { Answer, Ask } from '../../serving/request.ts'
import { isWatch } from '../api/attributes.ts'
import { isHealthPath } from '../http/health.ts'
import type { Lifecycle } from './lifecycle.ts'

const served = ['/api', '/apis', '/version', '/metrics', '/debug/pprof']
const isServed = (path: string) => served.some((root) => path === root || path.startsWith(`${root}/`))

/** Rejects requests that arrive too late, before any other work for them. */
export class RequestGate {
  readonly #lifecycle: Lifecycle
  #signalledAtMs = 0
  #drainingSinceMs = 0

  constructor(lifecycle: Lifecycle) {
    this.#lifecycle = lifecycle
  }

  /** True if connections end after the current response. */
  get closing(): boolean {
    return this.#lifecycle.state === 'draining' && !this.#lifecycle.settings.sendRetryAfter
  }

  /** Records that termination was requested. */
  signalled(): void {
    this.#signalledAtMs = performance.now()
  }

  /** Records the start of draining. */
  drains(): void {
    this.#drainingSinceMs = performance.now()
  }

  /** Returns the response for a rejected request; undefined for an accepted one. */
  refusal(ask: Ask): Answer | undefined {
    const { state, settings } = this.#lifecycle
    if (state === 'delaying' && !isHealthPath(ask.path)) return this.#whileDelaying(ask)
    if (state === 'draining' && settings.sendRetryAfter) return this.#whileDraining(ask)
    return undefined
  }

  #whileDelaying(ask: Ask): Answer | undefined {
    const isKept = ask.transport === 'http/1.1' && ask.connectedAtMs < this.#signalledAtMs
    const refused =
      (isKept && fault('kept-connections-closed-while-delaying')) ||
      (ask.transport === 'http/2' && fault('http2-refused-while-delaying')) ||
      (['PUT', 'PATCH', 'DELETE'].includes(ask.method) && fault('changes-refused-while-delaying')) ||
      fault('requests-refused-while-delaying')
    return refused ? failure(new ApiError(503, 'shutting down')) : undefined
  }

  #whileDraining(ask: Ask): Answer | undefined {
    if (isHealthPath(ask.path) && !freedom('health-rejected-while-draining')) return undefined
    if (this.#isExempt(ask)) return undefined
    const status = fault('drain-status-503') ? 503 : 429
    const seconds = freedom('retry-after-longer') ? '30' : '5'
    return {
      ...failure(new ApiError(status, 'the server is shutting down, try another one')),
      headers: {
        ...(fault('retry-after-missing') ? {} : { 'retry-after': seconds }),
        ...(fault('connection-close-missing') ? {} : { connection: 'close' }),
      },
    }
  }

  #isExempt(ask: Ask): boolean {
    const isKept = ask.transport === 'http/1.1' && ask.connectedAtMs < this.#drainingSinceMs
    const isWrite = !['GET', 'HEAD'].includes(ask.method)
    return (
      (ask.transport === 'http/2' && fault('drain-http2-served')) ||
      (isKept && fault('drain-kept-connections-served')) ||
      (isWrite && fault('drain-exempts-writes')) ||
      (isWatch(ask) && fault('drain-exempts-watches')) ||
      (!isServed(ask.path) && fault('drain-exempts-unknown-paths')) ||
      fault('drain-rejects-nothing')
    )
  }
}
