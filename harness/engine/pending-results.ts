import { causeKey } from '../cause/failure-cause.ts'
import type { CheckEvent, RunEvent } from '../events.ts'
import { needsConfirmation, isPassingKnown } from './attempts.ts'

/** Checks that wait for another attempt, and the number of times that each check ran. */
export class PendingResults {
  readonly #events = new Map<string, CheckEvent>()
  readonly #attempts = new Map<string, number>()
  readonly #maxCauses: number

  /**
   * @param max maximum number of different causes of waiting red checks, and also of stale entries; 0 for no attempts
   */
  constructor(max: number) {
    this.#maxCauses = max
  }

  /** Results so far: first red results, then results that would make an entry stale. */
  get events(): readonly CheckEvent[] {
    const rankOf = (event: CheckEvent): number =>
      needsConfirmation(event) ? 0 : isPassingKnown(event) ? 1 : 2
    return [...this.#events.values()].sort((one, other) => rankOf(one) - rankOf(other))
  }

  get(check: string): CheckEvent | undefined {
    return this.#events.get(check)
  }

  has(check: string): boolean {
    return this.#events.has(check)
  }

  /**
   * Reports whether one more check may wait. Failures beyond the maximum are unlikely to be flaky. Checks that failed
   * because one program ended are one failure. Inconclusive checks may all wait: they prove nothing about the program,
   * and the inconclusive checks of a file run together.
   */
  hasRoomFor(event: CheckEvent): boolean {
    if (event.verdict === 'inconclusive') return this.#maxCauses > 0
    const sameKindEvents = this.events.filter(
      (other) => other.verdict !== 'inconclusive' && needsConfirmation(other) === needsConfirmation(event),
    )
    const causes = new Set(sameKindEvents.map(causeKey))
    return causes.has(causeKey(event)) || causes.size < this.#maxCauses
  }

  keep(event: CheckEvent): void {
    this.#events.set(event.id, event)
  }

  /** @returns true if the check was waiting */
  release(check: string): boolean {
    return this.#events.delete(check)
  }

  /** Returns the number of times that a check ran. */
  attemptsAt(check: string): number {
    return this.#attempts.get(check) ?? 0
  }

  /** Counts an attempt at a check, and returns its result as an event of type `attempt`. */
  countAttempt(event: CheckEvent): RunEvent {
    const attempt = this.attemptsAt(event.id) + 1
    this.#attempts.set(event.id, attempt)
    return { ...event, type: 'attempt', attempt }
  }
}
