import type { Concern } from './batches.ts'
import { type MatrixRow, rowOf } from './matrix.ts'
import type { Settled } from './settled.ts'

/** Faults that all concern the very same checks, in lines of which each fault stands in two: its row and its column. */
export interface Grid {
  readonly concerns: readonly Concern[]
  readonly lines: readonly (readonly Concern[])[]
}

// Below this, the lines are no fewer than the faults by much.
const leastFaults = 9

/** Takes the faults that can stand in a grid out of those that cannot: the checks that they claim must differ. */
export function gridsOf(concerns: readonly Concern[]): { grids: Grid[]; rest: Concern[] } {
  const alike = new Map<string, { readonly members: Concern[]; readonly claimed: Set<string> }>()
  for (const concern of concerns) {
    const key = [...concern.checks].sort().join('\n')
    let group = alike.get(key)
    if (group === undefined) alike.set(key, (group = { members: [], claimed: new Set() }))
    if (concern.claimed.length === 0 || concern.claimed.some((id) => group.claimed.has(id))) continue
    group.members.push(concern)
    for (const id of concern.claimed) group.claimed.add(id)
  }
  const grids = [...alike.values()]
    .filter(({ members }) => members.length >= leastFaults)
    .map(({ members }) => ({ concerns: members, lines: linesOf(members) }))
  const taken = new Set(grids.flatMap((grid) => grid.concerns))
  return { grids, rest: concerns.filter((concern) => !taken.has(concern)) }
}

function linesOf(concerns: readonly Concern[]): Concern[][] {
  const width = Math.ceil(Math.sqrt(concerns.length))
  const groupedBy = (place: (index: number) => number): Concern[][] => {
    const lines: Concern[][] = []
    for (const [index, concern] of concerns.entries()) (lines[place(index)] ??= []).push(concern)
    return lines
  }
  return [...groupedBy((index) => Math.floor(index / width)), ...groupedBy((index) => index % width)]
}

/**
 * The row of one fault, from the runs of the two lines that it stands in; nothing when they do not settle it.
 * A check that it broke would be broken in both runs, and the two lines have no other fault in common: when each run
 * broke exactly what its line claims, the fault broke nothing but what it claims itself, and nobody else broke that.
 * It is blind only to faults that undo each other's work.
 */
export function rowFromLines(
  concern: Concern,
  lines: readonly { readonly concerns: readonly Concern[]; readonly settled: readonly Settled[] }[],
): MatrixRow | undefined {
  const asClaimed = lines.every(({ concerns, settled }) => {
    const claimed = concerns.flatMap((other) => other.claimed)
    // A server that did not stay breaks what others claim.
    const stayed = settled.every(({ check }) => check.verdict !== 'crashed')
    return stayed && rowOf(concern.fault, claimed, checksOf(settled)).exact
  })
  const [line] = lines
  if (line === undefined || !asClaimed) return undefined
  const others = new Set(line.concerns.filter((other) => other !== concern).flatMap(({ claimed }) => claimed))
  const own = checksOf(line.settled).filter(({ id }) => !others.has(id))
  return rowOf(concern.fault, concern.claimed, own)
}

function checksOf(settled: readonly Settled[]): Settled['check'][] {
  return settled.map(({ check }) => check)
}
