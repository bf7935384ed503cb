import type { AgentConfiguration } from '../config/configuration.ts'
import { fault } from '../../quirks/quirks.ts'
import type { Pod } from '../pods/pod.ts'
import type { Pods, Rejection } from '../pods/pods.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { ImageKeeper } from './images.ts'
import { type MeasuredResource, measureResources } from './pressure.ts'
import { inAll, type Signal, type Threshold } from './thresholds.ts'

/** Resource pressures of the node. */
export const pressures = ['MemoryPressure', 'DiskPressure', 'PIDPressure'] as const
/** One of the login endpoints. */
export type Pressure = (typeof pressures)[number]

const everyMs = 2_000
const defaultTransitionMs = 300_000

/** Parts that eviction uses. */
export interface EvictionParts {
  readonly runtime: Runtime
  readonly images: ImageKeeper
  readonly config: AgentConfiguration
  readonly rootDir: string
  readonly thresholds: readonly Threshold[]
}

/** Ends pods when a resource becomes scarce. */
export class Eviction {
  readonly #parts: EvictionParts
  /** Last time of each pressure, on the clock of `performance`. */
  readonly #lastAtMs = new Map<Pressure, number>()
  /** Pressures that ended once. Used by a fault only. */
  readonly #over = new Set<Pressure>()
  readonly #sinceMs = new Map<Threshold, number>()
  readonly #reclaiming = new Set<Threshold>()

  constructor(parts: EvictionParts) {
    this.#parts = parts
  }

  /** Measures periodically until the process ends. */
  begin(pods: () => Pods, onChange: () => void, log: (line: string) => void): void {
    if (this.#parts.thresholds.length === 0) return
    const check = async (): Promise<void> => {
      const before = JSON.stringify(this.pressing())
      await this.#look(pods())
      if (JSON.stringify(this.pressing()) !== before) onChange()
    }
    setInterval(() => {
      check().catch((error: unknown) => log(`eviction: ${String(error)}`))
    }, everyMs)
  }

  /** Returns the present pressures, including those that ended within the transition period. */
  pressing(): readonly Pressure[] {
    const { config } = this.#parts
    const transitionMs = fault('pressure-transition-ignored')
      ? defaultTransitionMs
      : config.durationMs('eviction-pressure-transition-period')
    const now = performance.now()
    return pressures.filter((pressure) => {
      const last = this.#lastAtMs.get(pressure)
      if (this.#over.has(pressure) && fault('pressure-told-once')) return false
      if (last === undefined || fault('pressure-not-told')) return false
      const isOver = now - last > everyMs * 1.5
      const lasts =
        !fault('pressure-left-at-once') && !(this.#over.has(pressure) && fault('pressure-left-at-once-later'))
      const presses = !isOver || (now - last < transitionMs && lasts)
      if (!presses) this.#over.add(pressure)
      return presses
    })
  }

  /** Returns the reason why a pod must not start now. */
  rejection({ source }: Pod): Rejection | undefined {
    if (source !== 'api') return undefined
    const [pressure] = this.pressing()
    return pressure === undefined ? undefined : { reason: 'Evicted', message: `the node has ${pressure}` }
  }

  async #look(pods: Pods): Promise<void> {
    const { runtime, rootDir, thresholds, images } = this.#parts
    const met = this.#met(await measureResources(runtime, rootDir))
    if (!fault('soft-grace-not-restarted'))
      for (const threshold of thresholds) if (!met.includes(threshold)) this.#sinceMs.delete(threshold)
    for (const { signal, graceMs } of met)
      if (graceMs === undefined || !fault('soft-thresholds-without-condition'))
        this.#lastAtMs.set(pressureOf(signal), performance.now())
    const isHidden = ({ signal, graceMs }: Threshold): boolean =>
      graceMs === undefined &&
      thresholds.some((other) => other.signal === signal && other.graceMs !== undefined) &&
      fault('soft-threshold-hides-hard')
    const due = met.filter((threshold) => this.#isDue(threshold) && !isHidden(threshold))
    const worst = due.find(({ graceMs }) => graceMs === undefined) ?? due[0]
    if (worst === undefined) return
    if (pressureOf(worst.signal) === 'DiskPressure') {
      await images.free(Number.POSITIVE_INFINITY)
      if (!this.#met(await measureResources(runtime, rootDir)).some((threshold) => threshold === worst))
        return
    }
    const victim = pods.all.find(({ pod, state }) => pod.source === 'api' && state.phase !== 'Failed')?.pod
    if (victim === undefined || fault('pods-not-evicted')) return
    const message = `${worst.signal} is scarce`
    pods.fail(victim, { reason: 'Evicted', message }, this.#graceSeconds(victim, worst))
  }

  #met(measured: Readonly<Partial<Record<Signal, MeasuredResource>>>): Threshold[] {
    return this.#parts.thresholds.filter((threshold) => {
      const { signal, amount, reclaim } = threshold
      const found = measured[signal]
      if (found === undefined) return false
      if (signal !== 'nodefs.available' && fault(`signal-ignored-${signal}`)) return false
      const isHalved = 'share' in amount && fault('eviction-share-of-half')
      const min = inAll(amount, found.whole) / (isHalved ? 2 : 1)
      const more = reclaim !== undefined && this.#reclaiming.has(threshold) ? inAll(reclaim, found.whole) : 0
      const isMet = found.available < min + more
      if (isMet) this.#reclaiming.add(threshold)
      else if (reclaim !== undefined && this.#reclaiming.has(threshold) && fault('minimum-reclaim-never-won'))
        return true
      else this.#reclaiming.delete(threshold)
      return isMet
    })
  }

  #isDue(threshold: Threshold): boolean {
    const { graceMs } = threshold
    if (graceMs === undefined) return !fault('hard-thresholds-ignored')
    const since = this.#sinceMs.get(threshold) ?? performance.now()
    this.#sinceMs.set(threshold, since)
    return performance.now() - since >= graceMs
  }

  /**
   * Returns the grace period: none for a hard threshold, and the time that the flag and the pod permit for a soft one.
   */
  #graceSeconds({ graceSeconds }: Pod, { graceMs }: Threshold): number {
    const { config } = this.#parts
    if (graceMs === undefined) return fault('hard-eviction-waits') ? graceSeconds : 0
    if (fault('eviction-grace-not-capped')) return graceSeconds
    const max = Math.max(0, config.number('eviction-max-pod-grace-period'))
    return fault('eviction-grace-is-the-cap') ? max : Math.min(max, graceSeconds)
  }
}

function pressureOf(signal: Signal): Pressure {
  if (signal.startsWith('memory')) return 'MemoryPressure'
  return signal.startsWith('pid') ? 'PIDPressure' : 'DiskPressure'
}
