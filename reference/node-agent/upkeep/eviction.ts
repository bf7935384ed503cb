import type { AgentConfiguration } from '../config/configuration.ts'
import { fault } from '../../quirks/quirks.ts'
import type { Pod } from '../pods/pod.ts'
import type { Pods, Rejection } from '../pods/pods.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { ImageKeeper } from './images.ts'
import { type MeasuredResource, measureResources } from './pressure.ts'
import { absoluteAmount, type Signal, type Threshold } from './thresholds.ts'

/** Resource pressures of the node. */
export const pressures = ['MemoryPressure', 'DiskPressure', 'PIDPressure'] as const
/** Name of a resource pressure. */
export type Pressure = (typeof pressures)[number]

const checkIntervalMs = 2_000
const defaultTransitionMs = 300_000

/** Services for eviction. */
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
  /** Time of the last measurement that found each pressure, on the clock of `performance`. */
  readonly #lastAtMs = new Map<Pressure, number>()
  /**
   * Pressures that the last measurement found. They apply until the next measurement, which may be late on a busy
   * machine.
   */
  #observedPressures: ReadonlySet<Pressure> = new Set()
  /** Pressures that have ended at least once. Only a fault uses them. */
  readonly #endedPressures = new Set<Pressure>()
  #evictionCount = 0
  readonly #sinceMs = new Map<Threshold, number>()
  readonly #reclaimingThresholds = new Set<Threshold>()

  constructor(parts: EvictionParts) {
    this.#parts = parts
  }

  /** Measures periodically until the process ends. */
  begin(pods: () => Pods, onChange: () => void, log: (line: string) => void): void {
    if (this.#parts.thresholds.length === 0) return
    const check = async (): Promise<void> => {
      const pressuresBefore = JSON.stringify(this.pressing())
      await this.#relievePressure(pods())
      if (JSON.stringify(this.pressing()) !== pressuresBefore) onChange()
    }
    setInterval(() => {
      check().catch((error: unknown) => log(`eviction: ${String(error)}`))
    }, checkIntervalMs)
  }

  /** Returns the present pressures, including pressures that ended within the transition period. */
  pressing(): readonly Pressure[] {
    const { config } = this.#parts
    const transitionMs = fault('pressure-transition-ignored')
      ? defaultTransitionMs
      : config.durationMs('eviction-pressure-transition-period')
    const nowMs = performance.now()
    return pressures.filter((pressure) => {
      const lastMetMs = this.#lastAtMs.get(pressure)
      if (this.#endedPressures.has(pressure) && fault('pressure-told-once')) return false
      if (lastMetMs === undefined || fault('pressure-not-told')) return false
      const isTransitionKept =
        !fault('pressure-left-at-once') &&
        !(pressure === 'PIDPressure' && fault('pressure-of-pids-left-at-once')) &&
        !(this.#endedPressures.has(pressure) && fault('pressure-left-at-once-later'))
      const isUnderPressure =
        this.#observedPressures.has(pressure) || (nowMs - lastMetMs < transitionMs && isTransitionKept)
      if (!isUnderPressure) this.#endedPressures.add(pressure)
      return isUnderPressure
    })
  }

  /** Returns the reason why a pod must not start now. */
  rejection({ source }: Pod): Rejection | undefined {
    if (source !== 'api') return undefined
    const [pressure] = this.pressing()
    return pressure === undefined ? undefined : { reason: 'Evicted', message: `the node has ${pressure}` }
  }

  async #relievePressure(pods: Pods): Promise<void> {
    const { runtime, rootDir, thresholds, images } = this.#parts
    const metThresholds = this.#metThresholds(await measureResources(runtime, rootDir))
    if (!fault('soft-grace-not-restarted'))
      for (const threshold of thresholds)
        if (!metThresholds.includes(threshold)) this.#sinceMs.delete(threshold)
    const pressingBefore = this.pressing()
    this.#observedPressures = new Set(
      metThresholds
        .filter(({ graceMs }) => graceMs === undefined || !fault('soft-thresholds-without-condition'))
        .map(({ signal }) => pressureOf(signal)),
    )
    for (const pressure of this.#observedPressures) {
      const isNew = !pressingBefore.includes(pressure)
      if (isNew || !fault('pressure-wait-from-its-beginning')) this.#lastAtMs.set(pressure, performance.now())
    }
    const isIgnored = ({ signal, graceMs }: Threshold): boolean =>
      graceMs === undefined &&
      thresholds.some(
        (otherThreshold) => otherThreshold.signal === signal && otherThreshold.graceMs !== undefined,
      ) &&
      fault('soft-threshold-hides-hard')
    const dueThresholds = metThresholds.filter(
      (threshold) => this.#isDue(threshold, metThresholds) && !isIgnored(threshold),
    )
    const worstThreshold = dueThresholds.find(({ graceMs }) => graceMs === undefined) ?? dueThresholds[0]
    if (worstThreshold === undefined) return
    if (pressureOf(worstThreshold.signal) === 'DiskPressure') {
      await images.free(Number.POSITIVE_INFINITY)
      if (
        !this.#metThresholds(await measureResources(runtime, rootDir)).some(
          (threshold) => threshold === worstThreshold,
        )
      )
        return
    }
    const podToEvict = pods.all.find(
      ({ pod, state }) => pod.source === 'api' && state.phase !== 'Failed',
    )?.pod
    if (podToEvict === undefined || fault('pods-not-evicted')) return
    this.#evictionCount += 1
    if (this.#evictionCount > 1 && fault('evicts-one-pod')) return
    const message = `${worstThreshold.signal} is scarce`
    pods.fail(podToEvict, { reason: 'Evicted', message }, this.#graceSeconds(podToEvict, worstThreshold))
  }

  #metThresholds(measured: Readonly<Partial<Record<Signal, MeasuredResource>>>): Threshold[] {
    const firstHard = this.#parts.thresholds.find(({ graceMs }) => graceMs === undefined)
    return this.#parts.thresholds.filter((threshold) => {
      const isLaterHard = threshold.graceMs === undefined && threshold !== firstHard
      if (isLaterHard && fault('only-first-hard-threshold')) return false
      const { signal, amount, reclaim } = threshold
      const measuredSignal = measured[signal]
      if (measuredSignal === undefined) return false
      if (signal !== 'nodefs.available' && fault(`signal-ignored-${signal}`)) return false
      const isShareHalved = 'share' in amount && fault('eviction-share-of-half')
      const minAvailable = absoluteAmount(amount, measuredSignal.whole) / (isShareHalved ? 2 : 1)
      const reclaimAmount =
        reclaim !== undefined && this.#reclaimingThresholds.has(threshold)
          ? absoluteAmount(reclaim, measuredSignal.whole)
          : 0
      const isThresholdMet = measuredSignal.available < minAvailable + reclaimAmount
      if (isThresholdMet) this.#reclaimingThresholds.add(threshold)
      else if (
        reclaim !== undefined &&
        this.#reclaimingThresholds.has(threshold) &&
        fault('minimum-reclaim-never-won')
      )
        return true
      else this.#reclaimingThresholds.delete(threshold)
      return isThresholdMet
    })
  }

  #isDue(threshold: Threshold, metThresholds: readonly Threshold[]): boolean {
    const { graceMs } = threshold
    if (graceMs === undefined) return !fault('hard-thresholds-ignored')
    const metSinceMs = this.#sinceMs.get(threshold) ?? performance.now()
    this.#sinceMs.set(threshold, metSinceMs)
    const longestMs = Math.max(...metThresholds.map((one) => one.graceMs ?? 0))
    const waitMs = longestMs > graceMs && fault('soft-grace-of-longest') ? longestMs : graceMs
    return performance.now() - metSinceMs >= waitMs
  }

  /**
   * Returns the grace period: none for a hard threshold, and the time that the flag and the pod permit for a soft
   * threshold.
   */
  #graceSeconds({ graceSeconds }: Pod, { graceMs }: Threshold): number {
    const { config } = this.#parts
    const maxGraceSeconds = Math.max(0, config.number('eviction-max-pod-grace-period'))
    if (graceMs === undefined) {
      if (maxGraceSeconds > 0 && fault('hard-eviction-gets-the-cap')) return maxGraceSeconds
      return fault('hard-eviction-waits') ? graceSeconds : 0
    }
    if (fault('eviction-grace-not-capped')) return graceSeconds
    return fault('eviction-grace-is-the-cap') ? maxGraceSeconds : Math.min(maxGraceSeconds, graceSeconds)
  }
}

function pressureOf(signal: Signal): Pressure {
  if (signal.startsWith('memory')) return 'MemoryPressure'
  return signal.startsWith('pid') ? 'PIDPressure' : 'DiskPressure'
}
