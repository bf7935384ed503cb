/** Where an API server stands between its start and its end. */
export type State = 'starting' | 'serving' | 'delaying' | 'draining'

/** The states of document 3 and what they mean for health. */
export class Lifecycle {
  #state: State = 'starting'
  readonly #ending = new AbortController()

  get state(): State {
    return this.#state
  }

  /** Aborted when long-running requests must end. */
  get ending(): AbortSignal {
    return this.#ending.signal
  }

  /** Storage answered: the server is ready. */
  storageInitialized(): void {
    if (this.#state === 'starting') this.#state = 'serving'
  }

  /** Termination was requested and its delay runs. */
  delay(): void {
    this.#state = 'delaying'
  }

  /** Graceful termination begins. */
  drain(): void {
    this.#state = 'draining'
    this.#ending.abort()
  }

  /** Why it is not ready; undefined when it is. */
  notReady(): string | undefined {
    if (this.#state === 'starting') return 'storage has not answered yet'
    return this.#state === 'serving' ? undefined : 'shutting down'
  }

  /** Why it is not alive; undefined while it is. */
  notAlive(): string | undefined {
    return undefined
  }
}
