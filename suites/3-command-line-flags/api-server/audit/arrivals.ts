import { expect } from '#harness/check/expect.ts'
import { nowMs } from '#harness/time.ts'
import type { Interval } from '#harness/machine/interval.ts'
import { untilMoment } from '#harness/machine/until.ts'
import { type Audited, countOf } from '../../../shared/audit/world.ts'

/** The two places that a server records to, by the families of their flags. */
export const families = ['log', 'webhook'] as const
export type Family = (typeof families)[number]

/** How many of some requests have been recorded at one place, over time. */
export interface Count {
  readonly atMs: number
  readonly count: number
}

const lookEveryMs = 15

/** Follows what becomes of some requests at both places. */
export class Arrivals {
  readonly paths: readonly string[]
  readonly #world: Audited
  readonly #counts: Readonly<Record<Family, Count[]>> = { log: [], webhook: [] }

  constructor(world: Audited, paths: readonly string[]) {
    this.#world = world
    this.paths = paths
    this.look()
  }

  /** How many have arrived at a place by now. */
  count(family: Family): number {
    return this.#counts[family].at(-1)?.count ?? 0
  }

  /** Looks once. */
  look(): void {
    const { log, receiver } = this.#world
    const events = { log: log.events(), webhook: receiver.events }
    for (const family of families) {
      this.#counts[family].push({ atMs: nowMs(), count: countOf(this.paths, events[family]) })
    }
  }

  /** Looks on until something holds, or a limit has passed; whether it came to hold. */
  async until(holds: () => boolean, withinMs: number, everyMs = lookEveryMs): Promise<boolean> {
    const giveUpAtMs = nowMs() + withinMs
    for (this.look(); !holds(); this.look()) {
      if (nowMs() > giveUpAtMs) return false
      await untilMoment(nowMs() + everyMs, 'it is time for another look')
    }
    return true
  }

  /** When a place had so many of them; fails the check where it never had. */
  edge(family: Family, count: number): Interval {
    const counts = this.#counts[family]
    expect(this.count(family), `events in the ${family}`).toBeGreaterThanOrEqual(count)
    const index = counts.findIndex((one) => one.count >= count)
    const [before, after] = [counts[index - 1], counts[index]]
    const latestMs = after?.atMs ?? nowMs()
    return { earliestMs: before?.atMs ?? latestMs, latestMs }
  }
}
