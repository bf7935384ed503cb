import type { CheckEvent, RunEvent } from '../events.ts'
import { isDoubted } from './attempts.ts'

/** The checks that wait for another attempt, and how often each was judged. */
export class Doubted {
  readonly #events = new Map<string, CheckEvent>()
  readonly #attempts = new Map<string, number>()
  readonly #most: number

  /** @param most so many of the checks that are red may wait, and so many of the inconclusive */
  constructor(most: number) {
    this.#most = most
  }

  /** What they came to so far: those that are red first. */
  get events(): readonly CheckEvent[] {
    const all = [...this.#events.values()]
    return [...all.filter(isDoubted), ...all.filter((event) => !isDoubted(event))]
  }

  get(check: string): CheckEvent | undefined {
    return this.#events.get(check)
  }

  has(check: string): boolean {
    return this.#events.has(check)
  }

  /** Whether one more may wait: more are no flake. */
  hasRoomFor(event: CheckEvent): boolean {
    const alike = this.events.filter((other) => isDoubted(other) === isDoubted(event))
    return alike.length < this.#most
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
