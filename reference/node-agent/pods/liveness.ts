import { isMapping } from '../../config/decode.ts'
import { fault } from '../../quirks/quirks.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { WantedContainer } from './pod.ts'

type Probe = Readonly<Record<string, unknown>>

const defaults = {
  periodSeconds: 10,
  failureThreshold: 3,
  timeoutSeconds: 1,
  initialDelaySeconds: 0,
} as const
const firstErrorStatus = 400

/** Runs the liveness probes of containers. */
export class Liveness {
  readonly #runtime: Runtime
  /** Number of consecutive failures and time of the next probe, by the id of a container. */
  readonly #records = new Map<string, { failures: number; nextMs: number }>()

  constructor(runtime: Runtime) {
    this.#runtime = runtime
  }

  /** Runs the probe of a running container if it is due, and reports whether it has failed too often. */
  async isDead(container: WantedContainer, id: string): Promise<boolean> {
    const probe = container['livenessProbe']
    if (!isMapping(probe) || fault('liveness-not-probed')) return false
    const nowMs = performance.now()
    const firstMs = nowMs + secondsOf(probe, 'initialDelaySeconds') * 1000
    const record = this.#records.get(id) ?? { failures: 0, nextMs: firstMs }
    this.#records.set(id, record)
    if (nowMs < record.nextMs) return false
    record.nextMs = nowMs + secondsOf(probe, 'periodSeconds') * 1000
    record.failures = (await this.#succeeds(probe, id)) ? 0 : record.failures + 1
    return record.failures >= secondsOf(probe, 'failureThreshold')
  }

  async #succeeds({ exec, httpGet, ...probe }: Probe, id: string): Promise<boolean> {
    const withinMs = secondsOf(probe, 'timeoutSeconds') * 1000
    try {
      if (isMapping(exec) && Array.isArray(exec['command']))
        return await this.#runtime.commandSucceeds(id, exec['command'].map(String), withinMs)
      if (!isMapping(httpGet) || fault('liveness-of-http-not-probed')) return true
      // Containers of the reference have the network of the node.
      const { host = '127.0.0.1', port, path = '/' } = httpGet
      const url = `http://${String(host)}:${String(port)}${String(path)}`
      const { status } = await fetch(url, { signal: AbortSignal.timeout(withinMs) })
      return status < firstErrorStatus
    } catch {
      return false
    }
  }
}

function secondsOf(probe: Probe, name: keyof typeof defaults): number {
  const value = probe[name]
  return typeof value === 'number' ? value : defaults[name]
}
