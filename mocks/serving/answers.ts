import type { HttpSeen } from './http-seen.ts'

/** What an answer comes to: the document that is sent as JSON (or text), or a whole response of its own. */
export type Said<Honest> = Honest | Response

/** An answer is a function of the honest answer: a test writes only its one lie. */
export type Answer<Honest> = (honest: Honest, asked: HttpSeen) => Said<Honest> | Promise<Said<Honest>>

/** The answers that a peer was told to give instead of the honest ones. */
export class Answers<All extends object> {
  #told: Partial<All> = {}

  /** Replaces the named answers; all others stay as they are. */
  tell(answers: Partial<All>): void {
    this.#told = { ...this.#told, ...answers }
  }

  get told(): Partial<All> {
    return this.#told
  }

  clear(): void {
    this.#told = {}
  }
}
