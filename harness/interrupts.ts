// Loaded before anything else, so that no moment of a command is without it: it must import nothing.

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const exitCode = 130
// What runs the command passes a signal on that the terminal has given to both, so two at once are one.
const repeatedWithinMs = 1_000

/**
 * Whether somebody asked this process to end. The first signal is only noted: a command that has something to write
 * ends in order. A second one leaves at once, and the reaper cleans up.
 */
export class Interrupts {
  #atMs: number | undefined
  #listens = false
  readonly #own = (): void => this.#signalled()
  readonly #waiting = new Set<() => void>()

  /** Listens from now on, and keeps the handlers of libraries from ending the process before the command does. */
  install(): void {
    process.on('newListener', (name, listener) => {
      if (listener !== this.#own && isSignal(name)) queueMicrotask(() => process.off(name, listener))
    })
    this.#listen(true)
  }

  get happened(): boolean {
    return this.#atMs !== undefined
  }

  /** Says that the command has nothing to end in order: the system ends it at any moment, whatever it is busy with. */
  leaveAtOnce(): void {
    if (this.happened) process.exit(exitCode)
    this.#listen(false)
  }

  /** Does something long in one go, during which nobody could hear of a signal: there the system ends the process. */
  during<T>(work: () => T): T {
    if (!this.#listens) return work()
    this.#listen(false)
    try {
      return work()
    } finally {
      this.#listen(true)
    }
  }

  /** Resolves when it happens; at once when it has. */
  get asked(): Promise<void> {
    return new Promise((resolve) => {
      if (this.happened) resolve()
      else this.#waiting.add(resolve)
    })
  }

  #listen(listens: boolean): void {
    this.#listens = listens
    for (const signal of signals) {
      if (listens) process.on(signal, this.#own)
      else process.off(signal, this.#own)
    }
  }

  #signalled(): void {
    const before = this.#atMs
    if (before !== undefined && performance.now() - before < repeatedWithinMs) return
    if (before !== undefined) process.exit(exitCode)
    this.#atMs = performance.now()
    for (const resolve of this.#waiting) resolve()
  }
}

function isSignal(name: string | symbol): name is (typeof signals)[number] {
  return (signals as readonly (string | symbol)[]).includes(name)
}

/** Those of this process. */
export const interrupts = new Interrupts()
