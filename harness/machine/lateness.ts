import { nowMs } from '../time.ts'
import { PeerTraffic } from './peer-traffic.ts'

// Fine enough for limits of half a second, and costs nothing.
const tickMs = 50
// Later than a timer usually is; below this, lateness is no news.
const newsMs = 5
const mostKept = 10_000
// Programs wait two or three seconds for a peer, and a machine that stops one process so long stops theirs as well.
const stoppedMs = 1_000
// What waited for this process is read within a few turns of the event loop.
const settlesWithinMs = 200

interface Late {
  readonly atMs: number
  readonly lateMs: number
}

/** A time in which this process stood still. */
interface Stop {
  atMs: number
  /** The addresses of peers that a program was talking to; undefined until all that waited was read. */
  talked?: ReadonlySet<string>
}

/**
 * How late this process lets things happen: time in which neither the harness nor the peers that it plays worked, which
 * is never the implementation's fault.
 */
export class Lateness {
  readonly #late: Late[] = []
  readonly #stops: Stop[] = []
  readonly #traffic = new PeerTraffic()
  readonly #timer: NodeJS.Timeout
  #dueMs = nowMs() + tickMs

  constructor() {
    this.#timer = setInterval(() => this.#tick(), tickMs)
    this.#timer.unref()
  }

  /** All of the lateness within a span of time that ends now, in milliseconds. */
  since(fromMs: number): number {
    const overdueMs = Math.max(0, nowMs() - this.#dueMs)
    return this.#late
      .filter(({ atMs }) => atMs >= fromMs)
      .reduce(
        (all, { atMs, lateMs }) => all + Math.min(lateMs, atMs - fromMs),
        Math.min(overdueMs, nowMs() - fromMs),
      )
  }

  /**
   * Returns whether this process stood still for a second or longer while a program was talking to one of these peers:
   * the program may have given up on it.
   * @param addresses as `addressOfUrl` returns them
   */
  stoppedAmid(addresses: ReadonlySet<string>, fromMs: number): boolean {
    const isOverdue = nowMs() - this.#dueMs > stoppedMs
    const open = isOverdue ? [{ atMs: nowMs() } as Stop] : []
    return [...this.#stops, ...open]
      .filter(({ atMs }) => atMs >= fromMs)
      .some(({ talked = this.#traffic.moved() }) => [...talked].some((address) => addresses.has(address)))
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #tick(): void {
    const atMs = nowMs()
    const lateMs = atMs - this.#dueMs
    if (lateMs > newsMs) this.#late.push({ atMs, lateMs })
    if (this.#late.length > mostKept) this.#late.splice(0, mostKept / 2)
    this.#dueMs = atMs + tickMs
    this.#followTraffic(atMs, lateMs)
  }

  /** Compares the traffic after a stop with that before it. */
  #followTraffic(atMs: number, lateMs: number): void {
    const last = this.#stops.at(-1)
    const open = last?.talked === undefined ? last : undefined
    if (lateMs > stoppedMs) {
      if (open === undefined) this.#stops.push({ atMs })
      else open.atMs = atMs
      return
    }
    if (open !== undefined && atMs - open.atMs < settlesWithinMs) return
    if (open !== undefined) open.talked = this.#traffic.moved()
    this.#traffic.mark()
  }
}

let own: Lateness | undefined

/** That of this process, measured from the first time that anybody asks. */
export function ownLateness(): Lateness {
  own ??= new Lateness()
  return own
}

/** From which share of a limit on the machine's lateness, and not the implementation, may be why it passed. */
export const doubtfulShare = 0.5

/** What people can do about it. */
export const onLateMachine =
  'run it on a quieter machine, with --jobs 1, or with a longer limit (--limit readyMs=60s, or limits in the target file)'
