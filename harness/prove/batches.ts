import type { Fault } from './matrix.ts'

/** A fault with the checks to run for it. */
export interface Concern {
  readonly fault: Fault
  /** Checks that claim to see it, of those planned. */
  readonly claimed: readonly string[]
  /** Checks that it could change, and those that claim it. */
  readonly checks: ReadonlySet<string>
}

/**
 * Groups faults that concern different checks, so that one run tries a whole group: each check still feels at most
 * one of them. The largest come first.
 */
export function batchesOf(concerns: readonly Concern[]): Concern[][] {
  const batches: { readonly concerns: Concern[]; readonly taken: Set<string> }[] = []
  for (const concern of concerns.toSorted((a, b) => b.checks.size - a.checks.size)) {
    let batch = batches.find(({ taken }) => [...concern.checks].every((id) => !taken.has(id)))
    if (batch === undefined) batches.push((batch = { concerns: [], taken: new Set() }))
    batch.concerns.push(concern)
    for (const id of concern.checks) batch.taken.add(id)
  }
  return batches.map((batch) => batch.concerns)
}
