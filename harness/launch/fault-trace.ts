import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** File in which the reference records each fault that its code queried, with the time. */
export const faultTraceName = 'fault-trace.txt'

const readyMark = '(ready)'
// Tolerance between the clock readings of two processes.
const maxClockSkewMs = 25

/** Records that a program became ready. Faults before this moment belong to its start. */
export function markReady(directory: string): void {
  appendFileSync(join(directory, faultTraceName), `${Date.now()} ${readyMark}\n`)
}

/** Time span of a check, as Unix times in milliseconds. */
export interface TimeWindow {
  readonly fromMs: number
  readonly toMs: number
}

/**
 * Returns the faults that the programs of a check queried during their start, or in the time window.
 * @param evidence folder of the evidence of the check
 * @param window default: everything until the check ended
 */
export function reachedFaults(evidence: string, window?: TimeWindow): Set<string> {
  return new Set(traceEntries(evidence).flatMap((notes) => reachedIn(notes, window)))
}

/** Returns the faults that the programs of a check queried in a time window, whether they were starting or serving. */
export function queriedFaults(evidence: string, window: TimeWindow): Set<string> {
  return new Set(
    traceEntries(evidence)
      .flat()
      .filter(({ atMs, name }) => name !== readyMark && isWithin(atMs, window))
      .map(({ name }) => name),
  )
}

/** Returns the entries of each program of a check. */
function traceEntries(evidence: string): TraceEntry[][] {
  if (!existsSync(evidence)) return []
  return readdirSync(evidence, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(faultTraceName))
    .map((name) => entriesIn(readFileSync(join(evidence, name), 'utf8')))
}

interface TraceEntry {
  readonly atMs: number
  readonly name: string
}

function entriesIn(trace: string): TraceEntry[] {
  return trace.split('\n').flatMap((line) => {
    const [atMs, name] = line.split(' ')
    return name === undefined ? [] : [{ atMs: Number(atMs), name }]
  })
}

function reachedIn(notes: readonly TraceEntry[], window: TimeWindow | undefined): string[] {
  const readyIndex = notes.findIndex(({ name }) => name === readyMark)
  return notes
    .filter(
      ({ atMs, name }, index) =>
        name !== readyMark &&
        (window === undefined || readyIndex === -1 || index < readyIndex || isWithin(atMs, window)),
    )
    .map(({ name }) => name)
}

function isWithin(atMs: number, { fromMs, toMs }: TimeWindow): boolean {
  return atMs >= fromMs - maxClockSkewMs && atMs <= toMs + maxClockSkewMs
}
