import type { LifecycleSettings } from './settings.ts'

/** Lifecycle state of an API server. */
export type State = 'starting' | 'serving' | 'delaying' | 'draining'

/** States of document 3: the current state, and the signals of the next states. */
export class Lifecycle {
  readonly settings: LifecycleSettings
  #state: State = 'starting'
  #startedUp = false
  #listeningSinceMs = 0
  readonly #hooks = new Map<string, 'running' | 'finished'>()
  readonly #readyController = new AbortController()
  readonly #watchEndController = new AbortController()
  readonly #endController = new AbortController()

  constructor(settings: LifecycleSettings) {
    this.settings = settings
  }

  get state(): State {
    return this.#state
  }

  /** Milliseconds since the server has been listening. */
  get ageMs(): number {
    return performance.now() - this.#listeningSinceMs
  }

  /** True if start-up was completed, regardless of later events. */
  get startedUp(): boolean {
    return this.#startedUp
  }

  /** Names of the start hooks, with their state. */
  get hooks(): ReadonlyMap<string, 'running' | 'finished'> {
    return this.#hooks
  }

  /** Aborted when start-up is complete. */
  get ready(): AbortSignal {
    return this.#readyController.signal
  }

  /** Aborted when watches must end. */
  get watchesEnding(): AbortSignal {
    return this.#watchEndController.signal
  }

  /** Aborted when all background work must end. */
  get ending(): AbortSignal {
    return this.#endController.signal
  }

  /** Records the start of a start hook. The returned function records its end. */
  hook(name: string): () => void {
    this.#hooks.set(name, 'running')
    return () => this.#hooks.set(name, 'finished')
  }

  /** Records that requests can arrive from now on. */
  listens(): void {
    this.#listeningSinceMs = performance.now()
  }

  /** Records that start-up is complete and the server is ready. */
  declareReady(): void {
    this.#startedUp = true
    if (this.#state === 'starting') this.#state = 'serving'
    this.#readyController.abort()
  }

  /** Records that termination was requested and the delay starts. */
  delay(): void {
    this.#state = 'delaying'
  }

  /** Starts graceful termination. */
  drain(): void {
    this.#state = 'draining'
  }

  endWatches(): void {
    this.#watchEndController.abort()
  }

  end(): void {
    this.#watchEndController.abort()
    this.#endController.abort()
  }
}
