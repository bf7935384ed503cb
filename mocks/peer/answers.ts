import { HarnessError } from '#harness/errors.ts'
import { nearest } from '#harness/nearest.ts'

/** The answers that a peer was told to give instead of the honest ones. */
export class Answers<All extends object> {
  readonly #role: string
  readonly #names: readonly string[]
  #overrides: Partial<All> = {}

  /**
   * @param role the peer's, for messages
   * @param names what it can be told to answer otherwise
   */
  constructor(role: string, names: readonly (keyof All & string)[]) {
    this.#role = role
    this.#names = names
  }

  /**
   * Replaces the named answers; all others stay as they are.
   * @throws HarnessError `usage` for a name that the peer does not answer by, and for an answer that is no function
   */
  override(answers: Partial<All>): void {
    if (typeof answers !== 'object' || answers === null) {
      const message = `The ${this.#role} peer takes an object of answers (${this.#names.join(', ')}).`
      throw new HarnessError('usage', message)
    }
    for (const [name, answer] of Object.entries(answers)) {
      if (!this.#names.includes(name)) throw this.#unknown(name)
      if (answer !== undefined) mustAnswer(this.#role, name, answer)
    }
    this.#overrides = { ...this.#overrides, ...answers }
  }

  /** What it was told so far; a name that is missing is answered honestly. */
  get overrides(): Partial<All> {
    return this.#overrides
  }

  #unknown(name: string): HarnessError {
    const near = nearest(name, this.#names)
    const hint = near === undefined ? `It has ${this.#names.join(', ')}.` : `Did you mean ${near}?`
    return new HarnessError('usage', `The ${this.#role} peer has no answer ${name}. ${hint}`)
  }

  /** Answers everything honestly again. */
  clear(): void {
    this.#overrides = {}
  }
}

/**
 * Looks at an answer before a client meets it: a mistake would else show itself as a failure of that client.
 * @param name what it answers
 * @throws HarnessError `usage` where it is no function
 */
export function mustAnswer(role: string, name: string, answer: unknown): void {
  if (typeof answer === 'function') return
  const given = answer === null ? 'null' : `of type ${typeof answer}`
  const message = `The ${role} peer takes a function of the honest answer for ${name}; what it was given is ${given}.`
  throw new HarnessError('usage', message)
}
