import type { Trial } from './batches.ts'
import { type MatrixRow, rowOf } from './matrix.ts'
import type { Settled } from './settled.ts'

/** Faults that touch much the same checks, in lines of which each fault stands in two: its row and its column. */
export interface Grid {
  readonly trials: readonly Trial[]
  readonly lines: readonly (readonly Trial[])[]
}

// Below this, the lines are no fewer than the faults by much.
const leastFaults = 9

// A line runs the checks of all its faults, so they pay only where most of these are the same.
const leastAlike = 0.6

interface Group {
  readonly first: Trial
  readonly members: Trial[]
  readonly claimed: Set<string>
}

/**
 * Takes the faults that can stand in a grid out of those that cannot: they touch much the same checks, and no two of a
 * grid claim the same one.
 */
export function gridsOf(trials: readonly Trial[]): { grids: Grid[]; rest: Trial[] } {
  const groups: Group[] = []
  for (const trial of trials.toSorted((a, b) => b.checks.size - a.checks.size)) {
    if (trial.claimed.length === 0) continue
    let group = groups.find((one) => fits(trial, one))
    if (group === undefined) groups.push((group = { first: trial, members: [], claimed: new Set() }))
    group.members.push(trial)
    for (const id of trial.claimed) group.claimed.add(id)
  }
  const grids = groups
    .filter(({ members }) => members.length >= leastFaults)
    .map(({ members }) => ({ trials: members, lines: linesOf(members) }))
  const taken = new Set(grids.flatMap((grid) => grid.trials))
  return { grids, rest: trials.filter((trial) => !taken.has(trial)) }
}

function fits({ claimed, checks }: Trial, group: Group): boolean {
  const most = group.first.checks
  if (checks.size < leastAlike * most.size || claimed.some((id) => group.claimed.has(id))) return false
  let both = 0
  for (const id of checks) if (most.has(id)) both++
  return both >= leastAlike * (checks.size + most.size - both)
}

function linesOf(trials: readonly Trial[]): Trial[][] {
  const width = Math.ceil(Math.sqrt(trials.length))
  const groupedBy = (place: (index: number) => number): Trial[][] => {
    const lines: Trial[][] = []
    for (const [index, trial] of trials.entries()) (lines[place(index)] ??= []).push(trial)
    return lines
  }
  return [...groupedBy((index) => Math.floor(index / width)), ...groupedBy((index) => index % width)]
}

/** What the checks of a line came to. */
export interface RunLine {
  readonly trials: readonly Trial[]
  readonly settled: readonly Settled[]
}

/**
 * The row of one fault, from the runs of the two lines that it stands in; nothing when they do not settle it.
 * A check that it broke would be broken in both runs, and the two lines have no other fault in common: when each run
 * broke exactly what its line claims, the fault broke nothing but what it claims itself, and nobody else broke that.
 * It is blind only to faults that undo each other's work.
 */
export function rowFromLines(trial: Trial, lines: readonly RunLine[]): MatrixRow | undefined {
  const asClaimed = lines.every(({ trials, settled }) => {
    const claimed = trials.flatMap((other) => other.claimed)
    // A server that did not stay breaks what others claim.
    const stayed = settled.every(({ check }) => check.verdict !== 'crashed')
    return stayed && rowOf(trial.fault, claimed, checksOf(settled)).exact
  })
  const [line] = lines
  if (line === undefined || !asClaimed) return undefined
  const others = new Set(line.trials.filter((other) => other !== trial).flatMap(({ claimed }) => claimed))
  const own = checksOf(line.settled).filter(({ id }) => trial.checks.has(id) && !others.has(id))
  return rowOf(trial.fault, trial.claimed, own)
}

function checksOf(settled: readonly Settled[]): Settled['check'][] {
  return settled.map(({ check }) => check)
}
