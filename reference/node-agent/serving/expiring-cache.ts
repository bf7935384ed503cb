import { fault } from '../../quirks/quirks.ts'
import type { FaultName } from '../../quirks/names.ts'

const reducedTtlMs = 1_000

/** Cache of answers with a limited lifetime. */
export class ExpiringCache<Answer> {
  readonly #entries = new Map<string, { readonly answer: Answer; readonly untilMs: number }>()
  readonly #ttlMs: (answer: Answer) => number

  /** @param ttlMs lifetime of an answer, in milliseconds */
  constructor(ttlMs: (answer: Answer) => number) {
    this.#ttlMs = ttlMs
  }

  /**
   * Returns the cached answer for a key, or loads the answer if it is missing or has expired. Errors are not cached.
   */
  async get(key: string, load: () => Promise<Answer>): Promise<Answer> {
    const cachedEntry = this.#entries.get(key)
    if (cachedEntry !== undefined && performance.now() < cachedEntry.untilMs && !fault('answers-not-kept')) {
      if (fault('answers-kept-since-use')) this.#keep(key, cachedEntry.answer)
      return cachedEntry.answer
    }
    const answer = await load()
    if (answer !== 'nobody' || !fault('unknown-tokens-not-kept')) this.#keep(key, answer)
    return answer
  }

  #keep(key: string, answer: Answer): void {
    this.#entries.set(key, { answer, untilMs: performance.now() + this.#ttlMs(answer) })
  }
}

/** Returns the lifetime of answers: the configured lifetime, unless a fault ignores or shortens it. */
export function ttlOf(
  toldMs: number,
  usualMs: number,
  ttlFaults: { readonly ignored: FaultName; readonly cutShort: FaultName },
): number {
  if (fault(ttlFaults.ignored) || (toldMs === 0 && fault('ttl-zero-is-usual'))) return usualMs
  return toldMs > reducedTtlMs && fault(ttlFaults.cutShort) ? reducedTtlMs : toldMs
}
