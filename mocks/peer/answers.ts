/** The answers that a peer was told to give instead of the honest ones. */
export class Answers<All extends object> {
  #overrides: Partial<All> = {}

  /** Replaces the named answers; all others stay as they are. */
  override(answers: Partial<All>): void {
    this.#overrides = { ...this.#overrides, ...answers }
  }

  /** What it was told so far; a name that is missing is answered honestly. */
  get overrides(): Partial<All> {
    return this.#overrides
  }

  /** Answers everything honestly again. */
  clear(): void {
    this.#overrides = {}
  }
}
