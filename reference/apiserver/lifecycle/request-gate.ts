import { fault, freedom } from '../../quirks/quirks.ts'
import { ApiError, failure } from '../../serving/api-error.ts'
import type { Answer, ServerRequest } from '../../serving/request.ts'
import { isWatch } from '../api/attributes.ts'
import { isHealthPath } from '../http/health.ts'
import type { Lifecycle } from './lifecycle.ts'

const gatedRoots = ['/api', '/apis', '/version', '/metrics', '/debug/pprof']
const isGated = (path: string) => gatedRoots.some((root) => path === root || path.startsWith(`${root}/`))

/** Rejects requests that arrive too late in the shutdown, before any other step handles them. */
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

  /** Returns the response for a rejected request; undefined for an accepted request. */
  refusal(request: ServerRequest): Answer | undefined {
    const { state, settings } = this.#lifecycle
    if (state === 'delaying' && !isHealthPath(request.path)) return this.#whileDelaying(request)
    if (state === 'draining' && settings.sendRetryAfter) return this.#whileDraining(request)
    return undefined
  }

  #whileDelaying(request: ServerRequest): Answer | undefined {
    const isKeptConnection = request.transport === 'http/1.1' && request.connectedAtMs < this.#signalledAtMs
    const isRejected =
      (isKeptConnection && fault('kept-connections-closed-while-delaying')) ||
      (request.transport === 'http/2' && fault('http2-refused-while-delaying')) ||
      (['PUT', 'PATCH', 'DELETE'].includes(request.method) && fault('changes-refused-while-delaying')) ||
      (isWatch(request) && fault('watches-refused-while-delaying')) ||
      fault('requests-refused-while-delaying')
    return isRejected ? failure(new ApiError(503, 'shutting down')) : undefined
  }

  #whileDraining(request: ServerRequest): Answer | undefined {
    if (isHealthPath(request.path) && !freedom('health-rejected-while-draining')) return undefined
    if (this.#isExempt(request)) return undefined
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

  #isExempt(request: ServerRequest): boolean {
    const isKeptConnection = request.transport === 'http/1.1' && request.connectedAtMs < this.#drainingSinceMs
    const isWrite = !['GET', 'HEAD'].includes(request.method)
    return (
      (request.transport === 'http/2' && fault('drain-http2-served')) ||
      (isKeptConnection && fault('drain-kept-connections-served')) ||
      (isWrite && fault('drain-exempts-writes')) ||
      (isWrite && request.method !== 'POST' && fault('drain-exempts-changes')) ||
      (isWatch(request) && fault('drain-exempts-watches')) ||
      (!isGated(request.path) && fault('drain-exempts-unknown-paths')) ||
      fault('drain-rejects-nothing')
    )
  }
}
