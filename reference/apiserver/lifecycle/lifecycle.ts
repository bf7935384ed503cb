import type { LifecycleSettings } from './settings.ts'

/** Where an API server stands between its start and its end. */
export type State = 'starting' | 'serving' | 'delaying' | 'draining'

/** The states of document 3: which one it is, and what announces the next. */
export class Lifecycle {
  readonly settings: LifecycleSettings
  #state: State = 'starting'
  #startedUp = false
  #listeningSinceMs = 0
  readonly #hooks = new Map<string, 'running' | 'finished'>()
  readonly #ready = new AbortController()
  readonly #watchesEnding = new AbortController()
  readonly #ending = new AbortController()

  constructor(settings: LifecycleSettings) {
    this.settings = settings
  }

  get state(): State {
    return this.#state
  }

  /** Milliseconds since health could first be asked for. */
  get ageMs(): number {
    return performance.now() - this.#listeningSinceMs
  }

  /** Whether start-up came to its end, whatever happened since. */
  get startedUp(): boolean {
    return this.#startedUp
  }

  /** Names of the start hooks, and whether each has finished. */
  get hooks(): ReadonlyMap<string, 'running' | 'finished'> {
    return this.#hooks
  }

  /** Aborted when start-up is complete. */
  get ready(): AbortSignal {
    return this.#ready.signal
  }

  /** Aborted when watches must end. */
  get watchesEnding(): AbortSignal {
    return this.#watchesEnding.signal
  }

  /** Aborted when everything in the background must end. */
  get ending(): AbortSignal {
    return this.#ending.signal
  }

  /** A start hook begins; the function that is given says that it has finished. */
  hook(name: string): () => void {
    this.#hooks.set(name, 'running')
    return () => this.#hooks.set(name, 'finished')
  }

  /** Requests can come from now on. */
  listens(): void {
    this.#listeningSinceMs = performance.now()
  }

  /** Start-up is complete: the server is ready. */
  declareReady(): void {
    this.#startedUp = true
    if (this.#state === 'starting') this.#state = 'serving'
    this.#ready.abort()
  }

  /** Termination was requested and its delay runs. */
  delay(): void {
    this.#state = 'delaying'
  }

  /** Graceful termination begins. */
  drain(): void {
    this.#state = 'draining'
  }

  endWatches(): void {
    this.#watchesEnding.abort()
  }

  end(): void {
    this.#watchesEnding.abort()
    this.#ending.abort()
  }
}
