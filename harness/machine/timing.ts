import { AsyncLocalStorage } from 'node:async_hooks'
import { HarnessError, messageOf } from '../errors.ts'
import { nowMs } from '../time.ts'
import { inconclusive, isInconclusive, machineWasLate } from './inconclusive.ts'
import { doubtfulShare, ownLateness } from './lateness.ts'
import { addressOfUrl } from './peer-traffic.ts'

/** How often something about time is measured at most: a busy machine spoils some measurements, rarely the same ones each time. */
export const mostMeasurements = 3

/** Something about time that is seen, and how a busy machine may have spoiled it. */
export interface Measurement {
  /** Asked upon a failure: why what was seen may be the machine's doing. */
  readonly doubt?: () => string | undefined
  /** Forgets what was measured, so that it can be measured once more; left out, it cannot. */
  readonly again?: () => Promise<void> | void
}

/** A program that may be kept from working. */
export interface Starved {
  /** How long the machine has kept it from working since it began. */
  readonly starvedMs: number
}

/** What the machine takes from something that goes on: from its own process, and from the programs that it relies on. */
export class Timing {
  readonly #lateness = ownLateness()
  readonly #beganMs = nowMs()
  /** How long each had been starved before. */
  readonly #reliedOn = new Map<Starved, number>()
  readonly #peerUrls: () => readonly string[]
  #measurements: Measurement[] = []
  #vainOnLateMachine = false
  readonly #queued: { readonly fromMs: number; toMs?: number }[] = []

  /** @param peerUrls the peers of the programs that it looks at */
  constructor(peerUrls: () => readonly string[] = () => []) {
    this.#peerUrls = peerUrls
  }

  /** Counts what the machine takes from a program from now on. */
  reliesOn(program: Starved): void {
    if (!this.#reliedOn.has(program)) this.#reliedOn.set(program, program.starvedMs)
  }

  /** Says that it waits for its turn, while the harness lets others go first; the function returned ends the wait. */
  queues(): () => void {
    const wait: { fromMs: number; toMs?: number } = { fromMs: nowMs() }
    this.#queued.push(wait)
    return () => (wait.toMs = nowMs())
  }

  /** How long this process, or a program that it relies on, was kept from working within a time that ends now. */
  lostMs(withinMs: number): number {
    const starved = [...this.#reliedOn].map(([program, beforeMs]) => program.starvedMs - beforeMs)
    const toMs = nowMs()
    return Math.max(this.#lateness.since(toMs - withinMs), this.#queuedMs(toMs - withinMs, toMs), ...starved)
  }

  /** Notes that something did not come true within a limit that ends now, which only counts where the machine was in time. */
  waitedInVain(withinMs: number): void {
    if (this.#wasLost(withinMs)) this.#vainOnLateMachine = true
  }

  /** Says that what is seen from here on is a measurement, which a busy machine may spoil. */
  measures(measurement: Measurement): void {
    this.#measurements.push(measurement)
  }

  /** What a failure comes to whose measurement is in doubt: inconclusive; `undefined` when nothing speaks for that. */
  inDoubt(thrown: unknown): HarnessError | undefined {
    if (thrown instanceof HarnessError && thrown.code !== 'untestable') return undefined
    for (const { doubt } of this.#measurements) {
      const reason = doubt?.()
      if (reason !== undefined)
        return inconclusive(`${reason} Otherwise: ${messageOf(thrown)}`, { cause: thrown })
    }
    return undefined
  }

  /** What a failure comes to by all that is known of the machine: inconclusive where that may be why. */
  explained(thrown: unknown): unknown {
    return this.#wasTooLate(thrown) ? machineWasLate(messageOf(thrown), thrown) : thrown
  }

  /** Whether a failure says nothing, so that it is worth being measured again. */
  isUncertain(thrown: unknown): boolean {
    return isInconclusive(thrown) || this.#wasTooLate(thrown)
  }

  /** Forgets what was measured, for another measurement; false when nothing can be measured again. */
  async startAgain(): Promise<boolean> {
    const again = this.#measurements.flatMap(({ again: forget }) => forget ?? [])
    if (again.length === 0) return false
    await Promise.all(again.map(async (forget) => forget()))
    this.#measurements = []
    this.#vainOnLateMachine = false
    return true
  }

  /** How long it waited for its turn within a span of time; waits next to each other are one. */
  #queuedMs(fromMs: number, toMs: number): number {
    let reachedMs = fromMs
    let all = 0
    for (const wait of this.#queued) {
      const endMs = wait.toMs ?? toMs
      all += Math.max(0, endMs - Math.max(wait.fromMs, reachedMs))
      reachedMs = Math.max(reachedMs, endMs)
    }
    return all
  }

  #wasTooLate(thrown: unknown): boolean {
    return (
      this.#isLate(thrown) || (isJudged(thrown) && (this.#vainOnLateMachine || this.#mayHaveGivenUpOnPeers()))
    )
  }

  /** Whether a limit passed while the machine kept the harness or a program from working. */
  #isLate(thrown: unknown): boolean {
    if (!(thrown instanceof HarnessError) || thrown.limitMs === undefined) return false
    return thrown.code === 'untestable' && this.#wasLost(thrown.limitMs)
  }

  /** Returns whether a program waited for a peer of this process while the process stood still. */
  #mayHaveGivenUpOnPeers(): boolean {
    const addresses = new Set(this.#peerUrls().map(addressOfUrl))
    return this.#lateness.stoppedAmid(addresses, this.#beganMs)
  }

  #wasLost(withinMs: number): boolean {
    return this.lostMs(withinMs) >= doubtfulShare * withinMs
  }
}

/** Whether a failure says that something is otherwise than documented, or could not be seen. */
function isJudged(thrown: unknown): boolean {
  return !(thrown instanceof HarnessError) || thrown.code === 'untestable'
}

const storage = new AsyncLocalStorage<Timing>()

/** Runs something whose waits are looked at by what the machine took from them. */
export function timedBy<T>(timing: Timing, body: () => Promise<T>): Promise<T> {
  return storage.run(timing, body)
}

/** Who looks at the waits here, if anybody does. */
export function timing(): Timing | undefined {
  return storage.getStore()
}
