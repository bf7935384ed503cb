import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Starts of programs that a check uses: its own starts, and the starts of objects that it shares with other checks.
 */
export class UsedStarts {
  readonly #own = new Set<string>()
  readonly #shared = new Set<UsedStarts>()

  /** Records a start by the name of its directory. */
  add(start: string): void {
    this.#own.add(start)
  }

  /** Records the use of an object that started programs, or is still starting programs. */
  uses(shared: UsedStarts): void {
    if (shared !== this) this.#shared.add(shared)
  }

  /** The names of all starts that were used until now. */
  get all(): readonly string[] {
    const visitedStarts = new Set<UsedStarts>()
    const visit = (usedStarts: UsedStarts): string[] => {
      if (visitedStarts.has(usedStarts)) return []
      visitedStarts.add(usedStarts)
      return [...usedStarts.#own, ...[...usedStarts.#shared].flatMap(visit)]
    }
    return [...new Set(visit(this))]
  }
}

const storage = new AsyncLocalStorage<UsedStarts>()

/** Runs a function whose starts are recorded, at any depth. */
export function recordStarts<T>(used: UsedStarts, body: () => T): T {
  return storage.run(used, body)
}

/** Returns the recorder of starts in effect here, if there is one. */
export function usedStartsHere(): UsedStarts | undefined {
  return storage.getStore()
}
