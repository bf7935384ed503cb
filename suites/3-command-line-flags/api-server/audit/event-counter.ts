import { expect, type Interval, nowMs, untilMoment } from '#kit'
import { type AuditedServer, countOf } from '../../../shared/audit/fixture.ts'

/** The two outputs of a server, by the families of their flags. */
export const families = ['log', 'webhook'] as const
export type Family = (typeof families)[number]

/** Number of recorded requests at one output at a time. */
export interface Count {
  readonly atMs: number
  readonly count: number
}

const pollIntervalMs = 15

/** Counts the records of the given requests at both outputs over time. */
export class EventCounter {
  readonly paths: readonly string[]
  readonly #server: AuditedServer
  readonly #counts: Readonly<Record<Family, Count[]>> = { log: [], webhook: [] }

  constructor(fixture: AuditedServer, paths: readonly string[]) {
    this.#server = fixture
    this.paths = paths
    this.readCounts()
  }

  /** Returns the present number of arrived requests at an output. */
  count(family: Family): number {
    return this.#counts[family].at(-1)?.count ?? 0
  }

  /** Reads both outputs once and records the counts. */
  readCounts(): void {
    const { log, receiver } = this.#server
    const events = { log: log.events(), webhook: receiver.events }
    for (const family of families) {
      this.#counts[family].push({ atMs: nowMs(), count: countOf(this.paths, events[family]) })
    }
  }

  /** Reads repeatedly until a condition holds or a limit has passed. Reports whether the condition held. */
  async until(holds: () => boolean, withinMs: number, everyMs = pollIntervalMs): Promise<boolean> {
    const giveUpAtMs = nowMs() + withinMs
    for (this.readCounts(); !holds(); this.readCounts()) {
      if (nowMs() > giveUpAtMs) return false
      await untilMoment(nowMs() + everyMs, 'it is time for another look')
    }
    return true
  }

  /** Returns the time at which an output had the given number of requests. Fails the check if the output has fewer. */
  arrivalOf(family: Family, count: number): Interval {
    const familyCounts = this.#counts[family]
    expect(this.count(family), `events in the ${family}`).toBeGreaterThanOrEqual(count)
    const index = familyCounts.findIndex((one) => one.count >= count)
    const [before, after] = [familyCounts[index - 1], familyCounts[index]]
    const latestMs = after?.atMs ?? nowMs()
    return { earliestMs: before?.atMs ?? latestMs, latestMs }
  }
}
