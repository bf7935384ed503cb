import { HarnessError } from '#harness/errors.ts'
import { nearest } from '#harness/nearest.ts'

/** Scripted responses of a peer that replace the honest responses. */
export class Answers<All extends object> {
  readonly #role: string
  readonly #names: readonly string[]
  #overrides: Partial<All> = {}

  /**
   * @param role role of the peer, for messages
   * @param names names of the responses that can be scripted
   */
  constructor(role: string, names: readonly (keyof All & string)[]) {
    this.#role = role
    this.#names = names
  }

  /**
   * Replaces the named responses and keeps the others.
   * @throws HarnessError `usage` for a name that is not a response of the peer, and for a response that is not a
   * function
   */
  override(answers: Partial<All>): void {
    if (typeof answers !== 'object' || answers === null) {
      const message = `The ${this.#role} peer takes an object of answers (${this.#names.join(', ')}).`
      throw new HarnessError('usage', message)
    }
    for (const [name, answer] of Object.entries(answers)) {
      if (!this.#names.includes(name)) throw this.#unknownNameError(name)
      if (answer !== undefined) checkResponse(this.#role, name, answer)
    }
    this.#overrides = { ...this.#overrides, ...answers }
  }

  /** Scripted responses so far; a missing name means the honest response. */
  get overrides(): Partial<All> {
    return this.#overrides
  }

  #unknownNameError(name: string): HarnessError {
    const nearestName = nearest(name, this.#names)
    const hint =
      nearestName === undefined ? `It has ${this.#names.join(', ')}.` : `Did you mean ${nearestName}?`
    return new HarnessError('usage', `The ${this.#role} peer has no answer ${name}. ${hint}`)
  }

  /** Restores all honest responses. */
  clear(): void {
    this.#overrides = {}
  }
}

/**
 * Checks a scripted response before a client receives it: otherwise a mistake would appear as a failure of that client.
 * @param name name of the response
 * @throws HarnessError `usage` if it is not a function
 */
export function checkResponse(role: string, name: string, answer: unknown): void {
  if (typeof answer === 'function') return
  const actualType = answer === null ? 'null' : `of type ${typeof answer}`
  const message = `The ${role} peer takes a function of the honest answer for ${name}; what it was given is ${actualType}.`
  throw new HarnessError('usage', message)
}
