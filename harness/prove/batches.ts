import type { Fault } from './matrix.ts'

/** A fault with its checks to run. */
export interface Trial {
  readonly fault: Fault
  /** Planned checks that claim to detect the fault. */
  readonly claimed: readonly string[]
  /** Checks that the fault could change, and checks that claim it. */
  readonly checks: ReadonlySet<string>
}

/**
 * Groups faults that touch different checks, so that one run tries a whole group: each check is still affected by at
 * most one fault of the group. Faults with the most checks come first.
 */
export function batchesOf(trials: readonly Trial[]): Trial[][] {
  const batches: { readonly trials: Trial[]; readonly usedChecks: Set<string> }[] = []
  for (const trial of trials.toSorted((a, b) => b.checks.size - a.checks.size)) {
    let batch = batches.find(({ usedChecks }) => [...trial.checks].every((id) => !usedChecks.has(id)))
    if (batch === undefined) batches.push((batch = { trials: [], usedChecks: new Set() }))
    batch.trials.push(trial)
    for (const id of trial.checks) batch.usedChecks.add(id)
  }
  return batches.map((batch) => batch.trials)
}
