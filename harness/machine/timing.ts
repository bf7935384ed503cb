import { AsyncLocalStorage } from 'node:async_hooks'
import { HarnessError, messageOf } from '../errors.ts'
import { nowMs } from '../time.ts'
import { inconclusiveError, isInconclusive, machineLateError } from './inconclusive.ts'
import { maxLateShare, ownLateness } from './lateness.ts'
import { addressOfUrl } from './peer-traffic.ts'

/** Maximum number of times that a check measures a timing, because a busy machine spoils some measurements. */
export const maxMeasurements = 3

/** A timing measurement that a busy machine may spoil. */
export interface Measurement {
  /** Returns why the machine may have caused a failure. */
  readonly doubt?: () => string | undefined
  /** Discards the measurement, so that it can be repeated; left out if it cannot be repeated. */
  readonly discard?: () => Promise<void> | void
}

/** A program that may be kept from working. */
export interface StarvedProgram {
  /** Time that the machine has kept the program from working since its start, in milliseconds. */
  readonly starvedMs: number
}

/** Waits in a queue of the harness. */
class QueueWaits {
  readonly #waits: { readonly fromMs: number; toMs?: number }[] = []

  /** Begins a wait. The returned function ends the wait. */
  begin(): () => void {
    const wait: { fromMs: number; toMs?: number } = { fromMs: nowMs() }
    this.#waits.push(wait)
    return () => (wait.toMs = nowMs())
  }

  /** Returns the queued time within a span, in milliseconds; overlapping waits are one. */
  totalMs(fromMs: number, toMs: number): number {
    let reachedMs = fromMs
    let totalMs = 0
    for (const wait of this.#waits) {
      const endMs = Math.min(wait.toMs ?? toMs, toMs)
      totalMs += Math.max(0, endMs - Math.max(wait.fromMs, reachedMs))
      reachedMs = Math.max(reachedMs, endMs)
    }
    return totalMs
  }
}

// Checks of a file wait for each other's starts, so a start in the queue delays all of them.
const waitsOfWorker = new QueueWaits()

/** Returns how long starts of this worker waited for each other since a moment, in milliseconds. */
export const queuedSince = (fromMs: number): number => waitsOfWorker.totalMs(fromMs, nowMs())

/**
 * Time that the machine takes from an ongoing activity: from this process, and from the programs that the activity
 * relies on.
 */
export class Timing {
  readonly #lateness = ownLateness()
  readonly #beganMs = nowMs()
  /** Starved time of each program when the activity began to rely on the program, in milliseconds. */
  readonly #startedWithMs = new Map<StarvedProgram, number>()
  readonly #peerUrls: () => readonly string[]
  #measurements: Measurement[] = []
  #hasLateTimeout = false
  readonly #queueWaits = new QueueWaits()

  /** @param peerUrls peers of the programs under observation */
  constructor(peerUrls: () => readonly string[] = () => []) {
    this.#peerUrls = peerUrls
  }

  /** Starts counting the time that the machine takes from a program. */
  dependsOn(program: StarvedProgram): void {
    if (!this.#startedWithMs.has(program)) this.#startedWithMs.set(program, program.starvedMs)
  }

  /** Marks the beginning of a wait in a queue of the harness. The returned function ends the wait. */
  beginQueueWait(): () => void {
    const endWaits = [this.#queueWaits.begin(), waitsOfWorker.begin()]
    return () => {
      for (const endWait of endWaits) endWait()
    }
  }

  /**
   * Returns the time, in milliseconds, that this process or a program that the activity relies on was kept from working
   * within a time that ends now.
   */
  lostMs(withinMs: number): number {
    const starvedTimes = [...this.#startedWithMs].map(([program, beforeMs]) => program.starvedMs - beforeMs)
    const toMs = nowMs()
    return Math.max(
      this.#lateness.since(toMs - withinMs),
      this.#queueWaits.totalMs(toMs - withinMs, toMs),
      ...starvedTimes,
    )
  }

  /**
   * Records that a fact did not become true within a limit that ends now, which matters only on an overloaded machine.
   */
  noteTimedOutWait(withinMs: number): void {
    if (this.#wasLost(withinMs)) this.#hasLateTimeout = true
  }

  /** Declares that observations from here on are a measurement, which a busy machine may spoil. */
  measures(measurement: Measurement): void {
    this.#measurements.push(measurement)
  }

  /**
   * Returns the `inconclusive` error of a failure whose measurement is in doubt; `undefined` if there is no reason for
   * doubt.
   */
  doubtError(thrown: unknown): HarnessError | undefined {
    if (thrown instanceof HarnessError && thrown.code !== 'untestable') return undefined
    for (const { doubt } of this.#measurements) {
      const reason = doubt?.()
      if (reason !== undefined)
        return inconclusiveError(`${reason} Otherwise: ${messageOf(thrown)}`, { cause: thrown })
    }
    return undefined
  }

  /**
   * Returns the failure to report: `inconclusive` if the machine may be its cause, and otherwise the failure itself.
   */
  explain(thrown: unknown): unknown {
    return this.#wasTooLate(thrown) ? machineLateError(messageOf(thrown), thrown) : thrown
  }

  /** Reports whether a failure proves nothing, so that a new measurement is worthwhile. */
  isUncertain(thrown: unknown): boolean {
    return isInconclusive(thrown) || this.#wasTooLate(thrown)
  }

  /** Discards the measurements for a repetition. Returns false if no measurement can be repeated. */
  async startAgain(): Promise<boolean> {
    const resets = this.#measurements.flatMap(({ discard: forget }) => forget ?? [])
    if (resets.length === 0) return false
    await Promise.all(resets.map(async (forget) => forget()))
    this.#measurements = []
    this.#hasLateTimeout = false
    return true
  }

  #wasTooLate(thrown: unknown): boolean {
    return (
      this.#isLate(thrown) || (isJudged(thrown) && (this.#hasLateTimeout || this.#mayHaveAbandonedPeers()))
    )
  }

  /** Reports whether a limit passed while the machine kept the harness or a program from working. */
  #isLate(thrown: unknown): boolean {
    if (!(thrown instanceof HarnessError) || thrown.limitMs === undefined) return false
    return thrown.code === 'untestable' && this.#wasLost(thrown.limitMs)
  }

  /** Reports whether a program waited for a peer of this process while the process was stopped. */
  #mayHaveAbandonedPeers(): boolean {
    const addresses = new Set(this.#peerUrls().map(addressOfUrl))
    return this.#lateness.wasStoppedDuringTraffic(addresses, this.#beganMs)
  }

  #wasLost(withinMs: number): boolean {
    return this.lostMs(withinMs) >= maxLateShare * withinMs
  }
}

/** Reports whether a failure means a deviation from the documents, or an unobservable fact. */
function isJudged(thrown: unknown): boolean {
  return !(thrown instanceof HarnessError) || thrown.code === 'untestable'
}

const storage = new AsyncLocalStorage<Timing>()

/** Runs a function whose waits are measured by a timing. */
export function runWithTiming<T>(timing: Timing, body: () => Promise<T>): Promise<T> {
  return storage.run(timing, body)
}

/** Returns the timing of the calling code, if there is one. */
export function timing(): Timing | undefined {
  return storage.getStore()
}
