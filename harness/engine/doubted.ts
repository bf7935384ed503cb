import { endKey } from '../cause/failure-cause.ts'
import type { CheckEvent, RunEvent } from '../events.ts'
import { isDoubted, passesAsKnown } from './attempts.ts'

/** The checks that wait for another attempt, and how often each was judged. */
export class Doubted {
  readonly #events = new Map<string, CheckEvent>()
  readonly #attempts = new Map<string, number>()
  readonly #most: number

  /** @param most so many of the checks that are red may wait, and so many of the inconclusive */
  constructor(most: number) {
    this.#most = most
  }

  /** What they came to so far: first those that are red, then those that would make an entry stale. */
  get events(): readonly CheckEvent[] {
    const rank = (event: CheckEvent): number => (isDoubted(event) ? 0 : passesAsKnown(event) ? 1 : 2)
    return [...this.#events.values()].sort((one, other) => rank(one) - rank(other))
  }

  get(check: string): CheckEvent | undefined {
    return this.#events.get(check)
  }

  has(check: string): boolean {
    return this.#events.has(check)
  }

  /** Whether one more may wait: more are no flake. All that one end of a program made red counts once. */
  hasRoomFor(event: CheckEvent): boolean {
    const alike = this.events.filter((other) => isDoubted(other) === isDoubted(event))
    const causes = new Set(alike.map(endKey))
    return causes.has(endKey(event)) || causes.size < this.#most
  }

  keep(event: CheckEvent): void {
    this.#events.set(event.id, event)
  }

  /** @returns whether it waited */
  release(check: string): boolean {
    return this.#events.delete(check)
  }

  /** How often a check was judged. */
  attemptsAt(check: string): number {
    return this.#attempts.get(check) ?? 0
  }

  /** Counts an attempt; gives it as it is told. */
  counted(event: CheckEvent): RunEvent {
    const attempt = this.attemptsAt(event.id) + 1
    this.#attempts.set(event.id, attempt)
    return { ...event, type: 'attempt', attempt }
  }
}
