import type { Trial } from './batches.ts'
import type { MatrixRow } from './matrix.ts'
import type { ConclusiveResult } from './conclusive-run.ts'
import { fineVerdicts, type Verdict } from '../verdict.ts'

/** Faults that touch mostly the same checks, in lines. Each fault is in two lines: its row and its column. */
export interface FaultGrid {
  readonly trials: readonly Trial[]
  readonly lines: readonly (readonly Trial[])[]
}

// Minimum number of faults in a grid; smaller grids save hardly any runs.
const minFaults = 9

// Minimum share of common checks. A line runs the checks of all its faults, so it is worthwhile only if most checks are
// the same.
const minCommonShare = 0.6

interface Group {
  readonly first: Trial
  readonly members: Trial[]
  readonly claimed: Set<string>
}

/**
 * Separates the faults that fit in a grid from the rest: they touch mostly the same checks, and no check claims two
 * faults of a grid.
 */
export function faultGrids(trials: readonly Trial[]): { grids: FaultGrid[]; rest: Trial[] } {
  const groups: Group[] = []
  for (const trial of trials.toSorted((a, b) => b.checks.size - a.checks.size)) {
    if (trial.claimed.length === 0) continue
    let group = groups.find((one) => fitsGroup(trial, one))
    if (group === undefined) groups.push((group = { first: trial, members: [], claimed: new Set() }))
    group.members.push(trial)
    for (const id of trial.claimed) group.claimed.add(id)
  }
  const grids = groups
    .filter(({ members }) => members.length >= minFaults)
    .map(({ members }) => ({ trials: members, lines: linesOf(members) }))
  const trialsInGrids = new Set(grids.flatMap((grid) => grid.trials))
  return { grids, rest: trials.filter((trial) => !trialsInGrids.has(trial)) }
}

function fitsGroup({ claimed, checks }: Trial, group: Group): boolean {
  const groupChecks = group.first.checks
  if (checks.size < minCommonShare * groupChecks.size || claimed.some((id) => group.claimed.has(id)))
    return false
  let commonCount = 0
  for (const id of checks) if (groupChecks.has(id)) commonCount++
  return commonCount >= minCommonShare * (checks.size + groupChecks.size - commonCount)
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

/** Results of the checks of a line. */
export interface RunLine {
  readonly trials: readonly Trial[]
  readonly outcomes: ReadonlyMap<string, FaultEffect>
  /** Control checks of refusals, by the id of the refusal. */
  readonly twins: ReadonlyMap<string, string | undefined>
}

/** Returns the results of a line. */
export function lineOf(trials: readonly Trial[], settled: readonly ConclusiveResult[]): RunLine {
  return {
    trials,
    outcomes: new Map(settled.map(({ check: { id, verdict } }) => [id, outcomeOf(verdict)])),
    twins: new Map(settled.map(({ check: { id, twin } }) => [id, twin])),
  }
}

type FaultEffect = 'fine' | 'broken' | 'unknown'

/**
 * Returns the row of one fault of a grid if the runs of its lines prove that it breaks exactly the checks that claim
 * it; undefined otherwise. A check that a fault breaks is fine in neither of its two lines, and two faults never share
 * both: so a check that is fine in one line of a fault is not broken by this fault. Once that is known of all faults, a
 * broken check was broken by the fault that it claims. The method misses only faults that undo each other's effect.
 */
export function rowOfLines(trial: Trial, lines: readonly RunLine[]): MatrixRow | undefined {
  const { fault, claimed, checks } = trial
  const trialLines = linesWith(trial, lines)
  const effectsOn = (id: string): FaultEffect[] =>
    trialLines.map(({ outcomes }) => outcomes.get(id) ?? 'unknown')
  const isBroken = (id: string): boolean =>
    effectsOn(id).includes('broken') && !effectsOn(id).includes('fine')
  if (!claimed.every(isBroken)) return undefined

  const claimedIds = new Set(claimed)
  const twinOf = (id: string): string => trialLines.map(({ twins }) => twins.get(id)).find(Boolean) ?? ''
  // A refusal proves nothing if its control check is broken.
  const isSpared = (id: string): boolean =>
    claimedIds.has(id) || effectsOn(id).includes('fine') || claimedIds.has(twinOf(id))
  if (![...checks].every(isSpared)) return undefined
  return {
    fault: fault.id,
    summary: fault.summary,
    claimed,
    broken: claimed,
    lost: 0,
    disturbed: [],
    ran: checks.size,
    exact: true,
  }
}

/**
 * Reports whether a fault may be the reason why other faults of its lines are not proven: in both lines, a check that
 * the fault touches has no conclusive verdict.
 */
export function canAffectOthers(trial: Trial, lines: readonly RunLine[]): boolean {
  return linesWith(trial, lines).every(({ outcomes }) =>
    [...trial.checks].some((id) => outcomes.get(id) === 'unknown'),
  )
}

function linesWith(trial: Trial, lines: readonly RunLine[]): readonly RunLine[] {
  return lines.filter(({ trials }) => trials.includes(trial))
}

const brokenVerdicts: ReadonlySet<string> = new Set(['broken', 'warned'])

function outcomeOf(verdict: Verdict): FaultEffect {
  if (fineVerdicts.has(verdict)) return 'fine'
  return brokenVerdicts.has(verdict) ? 'broken' : 'unknown'
}
