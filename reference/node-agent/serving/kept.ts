import type { AgentQuirks } from '../faults.ts'

/** Answers that count for a while. */
export class Kept<Answer> {
  readonly #all = new Map<string, { readonly answer: Answer; readonly untilMs: number }>()
  readonly #ttlMs: (answer: Answer) => number
  readonly #quirks: AgentQuirks

  /** @param ttlMs how long an answer counts, in milliseconds */
  constructor(ttlMs: (answer: Answer) => number, quirks: AgentQuirks) {
    this.#ttlMs = ttlMs
    this.#quirks = quirks
  }

  /** The answer that counts for a key, or a new one; what is thrown is not kept. */
  async get(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.#all.get(key)
    const counts = known !== undefined && performance.now() < known.untilMs
    if (counts && !this.#quirks.fault('answers-not-kept')) return known.answer
    const answer = await ask()
    this.#all.set(key, { answer, untilMs: performance.now() + this.#ttlMs(answer) })
    return answer
  }
}
