import { AsyncLocalStorage } from 'node:async_hooks'

/** The starts of programs that a check uses: its own, and those of what it shares with others. */
export class UsedStarts {
  readonly #own = new Set<string>()
  readonly #shared = new Set<UsedStarts>()

  /** Notes a start by the name of its directory. */
  add(start: string): void {
    this.#own.add(start)
  }

  /** Notes the use of something that started programs, or still starts some. */
  uses(shared: UsedStarts): void {
    if (shared !== this) this.#shared.add(shared)
  }

  /** The names of all starts that were used until now. */
  get all(): readonly string[] {
    const seen = new Set<UsedStarts>()
    const visit = (one: UsedStarts): string[] => {
      if (seen.has(one)) return []
      seen.add(one)
      return [...one.#own, ...[...one.#shared].flatMap(visit)]
    }
    return [...new Set(visit(this))]
  }
}

const storage = new AsyncLocalStorage<UsedStarts>()

/** Runs something whose starts are noted, however deep inside of it they happen. */
export function notingStarts<T>(used: UsedStarts, body: () => T): T {
  return storage.run(used, body)
}

/** Where starts are noted here, if anywhere. */
export function usedStartsHere(): UsedStarts | undefined {
  return storage.getStore()
}
