// This module is loaded before all others, so that every moment of a command is covered. It must not import anything.

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const interruptedExitCode = 130
// The parent process forwards a signal that the terminal has sent to both processes, so two signals within this time
// are one.
const repeatedWithinMs = 1_000

/** Environment variable of a process that ends with the process that started it. */
export const withParentVariable = 'ORCH_CONFORMANCE_WITH_PARENT'

/**
 * Records requests to end this process. The first signal is only recorded, so that a command that has something to
 * write ends in order. A second signal exits at once, and the reaper cleans up.
 */
export class Interrupts {
  #atMs: number | undefined
  #listens = false
  readonly #onSignal = (): void => this.#handleSignal()
  readonly #waiters = new Set<() => void>()

  /** Installs the signal handlers, and keeps handlers of libraries from ending the process before the command does. */
  install(): void {
    process.on('newListener', (name, listener) => {
      if (listener !== this.#onSignal && isSignal(name)) queueMicrotask(() => process.off(name, listener))
    })
    this.#listen(true)
    if (process.env[withParentVariable] === undefined) return
    delete process.env[withParentVariable]
    // The end of the other process closes the channel, and an open channel must not keep this process alive.
    process.once('disconnect', this.#onSignal)
    process.channel?.unref()
  }

  get isInterrupted(): boolean {
    return this.#atMs !== undefined
  }

  /** Declares that the command needs no orderly end: from now on a signal ends the process at any moment. */
  exitOnSignal(): void {
    if (this.isInterrupted) process.exit(interruptedExitCode)
    this.#listen(false)
  }

  /** Runs long synchronous work, during which no signal handler can run: until its end, a signal ends the process. */
  runInterruptibly<T>(work: () => T): T {
    if (!this.#listens) return work()
    this.#listen(false)
    try {
      return work()
    } finally {
      this.#listen(true)
    }
  }

  /** Promise that resolves on the first signal. */
  get whenInterrupted(): Promise<void> {
    return new Promise((resolve) => {
      if (this.isInterrupted) resolve()
      else this.#waiters.add(resolve)
    })
  }

  #listen(listens: boolean): void {
    this.#listens = listens
    for (const signal of signals) {
      if (listens) process.on(signal, this.#onSignal)
      else process.off(signal, this.#onSignal)
    }
  }

  #handleSignal(): void {
    const previousMs = this.#atMs
    if (previousMs !== undefined && performance.now() - previousMs < repeatedWithinMs) return
    if (previousMs !== undefined) process.exit(interruptedExitCode)
    this.#atMs = performance.now()
    for (const resolve of this.#waiters) resolve()
  }
}

function isSignal(name: string | symbol): name is (typeof signals)[number] {
  return (signals as readonly (string | symbol)[]).includes(name)
}

/** Interrupts of this process. */
export const interrupts = new Interrupts()
