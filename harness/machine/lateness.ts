import { nowMs } from '../time.ts'
import { PeerTraffic } from './peer-traffic.ts'

// Interval of the measurements, in milliseconds: short enough for limits of half a second, at a negligible cost.
const tickMs = 50
// Minimum lateness that is recorded: above the usual lateness of a timer.
const minLateMs = 5
const maxKept = 10_000
// Minimum stop of this process, in milliseconds, that a program may have noticed: programs wait two or three seconds
// for a peer.
const minSuspensionMs = 1_000
// Time for a few turns of the event loop, which read the data that waited for this process.
const settlesWithinMs = 200

interface LateTick {
  readonly atMs: number
  readonly lateMs: number
}

/** A time in which this process was stopped. */
interface Suspension {
  atMs: number
  /** Addresses of peers that a program was talking to; undefined until all waiting data was read. */
  activePeers?: ReadonlySet<string>
}

/**
 * Lateness of this process: time in which neither the harness nor its mock peers worked, which the implementation never
 * causes.
 */
export class Lateness {
  readonly #lateTicks: LateTick[] = []
  readonly #stops: Suspension[] = []
  readonly #traffic = new PeerTraffic()
  readonly #timer: NodeJS.Timeout
  #dueMs = nowMs() + tickMs

  constructor() {
    this.#timer = setInterval(() => this.#tick(), tickMs)
    this.#timer.unref()
  }

  /** Returns the total lateness within a span of time that ends now, in milliseconds. */
  since(fromMs: number): number {
    const overdueMs = Math.max(0, nowMs() - this.#dueMs)
    return this.#lateTicks
      .filter(({ atMs }) => atMs >= fromMs)
      .reduce(
        (all, { atMs, lateMs }) => all + Math.min(lateMs, atMs - fromMs),
        Math.min(overdueMs, nowMs() - fromMs),
      )
  }

  /**
   * Reports whether this process was stopped for a second or longer while a program was talking to one of these peers:
   * the program may have given up on the peer.
   * @param addresses as `addressOfUrl` returns them
   */
  wasStoppedDuringTraffic(addresses: ReadonlySet<string>, fromMs: number): boolean {
    const isOverdue = nowMs() - this.#dueMs > minSuspensionMs
    const openSuspensions = isOverdue ? [{ atMs: nowMs() } as Suspension] : []
    return [...this.#stops, ...openSuspensions]
      .filter(({ atMs }) => atMs >= fromMs)
      .some(({ activePeers = this.#traffic.activeAddresses() }) =>
        [...activePeers].some((address) => addresses.has(address)),
      )
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #tick(): void {
    const atMs = nowMs()
    const lateMs = atMs - this.#dueMs
    if (lateMs > minLateMs) this.#lateTicks.push({ atMs, lateMs })
    if (this.#lateTicks.length > maxKept) this.#lateTicks.splice(0, maxKept / 2)
    this.#dueMs = atMs + tickMs
    this.#followTraffic(atMs, lateMs)
  }

  /** Compares the traffic after a stop with the traffic before the stop. */
  #followTraffic(atMs: number, lateMs: number): void {
    const lastSuspension = this.#stops.at(-1)
    const openSuspension = lastSuspension?.activePeers === undefined ? lastSuspension : undefined
    if (lateMs > minSuspensionMs) {
      if (openSuspension === undefined) this.#stops.push({ atMs })
      else openSuspension.atMs = atMs
      return
    }
    if (openSuspension !== undefined && atMs - openSuspension.atMs < settlesWithinMs) return
    if (openSuspension !== undefined) openSuspension.activePeers = this.#traffic.activeAddresses()
    this.#traffic.mark()
  }
}

let ownInstance: Lateness | undefined

/** Returns the lateness of this process, measured from the first call. */
export function ownLateness(): Lateness {
  ownInstance ??= new Lateness()
  return ownInstance
}

/** Share of a limit above which the lateness of the machine, and not the implementation, can explain a timeout. */
export const maxLateShare = 0.5

/** Advice for users of an overloaded machine. */
export const lateMachineAdvice =
  'run it on a quieter machine, with --jobs 1, or with a longer limit (--limit readyMs=60s, or limits in the target file)'
