/** Reports whether the failure of interest still occurs with these items alone. */
export type StillFails<Item> = (items: readonly Item[]) => Promise<boolean>

/** Limited number of tries. */
export class Budget {
  #remaining: number
  #used = 0

  constructor(max: number) {
    this.#remaining = max
  }

  get used(): number {
    return this.#used
  }

  get isSpent(): boolean {
    return this.#remaining <= 0
  }

  /** Takes one try. Returns false if no try is left. */
  take(): boolean {
    if (this.#remaining <= 0) return false
    this.#remaining -= 1
    this.#used += 1
    return true
  }
}

/**
 * Returns the required items, found by leaving parts out: halves first, then ever smaller parts (Zeller and
 * Hildebrandt's delta debugging, by complements). Ends early when the budget is spent.
 */
export async function findNeeded<Item>(
  items: readonly Item[],
  isStillThere: StillFails<Item>,
  budget: Budget,
): Promise<readonly Item[]> {
  let keptItems = items
  let partCount = 2
  while (keptItems.length > 0 && !budget.isSpent) {
    const size = Math.ceil(keptItems.length / partCount)
    const countBefore = keptItems.length
    for (let partStart = 0; partStart < keptItems.length; ) {
      const remainingItems = [...keptItems.slice(0, partStart), ...keptItems.slice(partStart + size)]
      if (!budget.take()) return keptItems
      if (await isStillThere(remainingItems)) keptItems = remainingItems
      else partStart += size
    }
    if (size === 1) {
      if (keptItems.length === countBefore) break
      continue
    }
    partCount = Math.min(partCount * 2, Math.max(keptItems.length, 1))
  }
  return keptItems
}
