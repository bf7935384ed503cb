import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Starts of programs that a check uses: its own starts, and the starts of objects that it shares with other checks.
 */
export class UsedStarts {
  readonly #ownStarts = new Set<string>()
  readonly #sharedStarts = new Set<UsedStarts>()

  /** Records a start by the name of its directory. */
  add(start: string): void {
    this.#ownStarts.add(start)
  }

  /** Records the use of an object that started programs, or is still starting programs. */
  uses(shared: UsedStarts): void {
    if (shared !== this) this.#sharedStarts.add(shared)
  }

  /** The names of all starts that were used until now. */
  get allStarts(): readonly string[] {
    const visitedStarts = new Set<UsedStarts>()
    const visit = (usedStarts: UsedStarts): string[] => {
      if (visitedStarts.has(usedStarts)) return []
      visitedStarts.add(usedStarts)
      return [...usedStarts.#ownStarts, ...[...usedStarts.#sharedStarts].flatMap(visit)]
    }
    return [...new Set(visit(this))]
  }
}

const storage = new AsyncLocalStorage<UsedStarts>()

/** Runs a function whose starts are recorded, at any depth. */
export function recordStarts<T>(usedStarts: UsedStarts, body: () => T): T {
  return storage.run(usedStarts, body)
}

/** Returns the recorder of starts of the calling code, if there is one. */
export function usedStartsHere(): UsedStarts | undefined {
  return storage.getStore()
}
