import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The file in which the reference notes the faults that could have changed what it did, each with its time. */
export const faultTraceName = 'fault-trace.txt'

const readyMark = '(ready)'
// Two processes read the clock.
const clocksApartMs = 25

/** Notes that a program had started: from there on what it asks for belongs to what is going on at that time. */
export function markReady(directory: string): void {
  appendFileSync(join(directory, faultTraceName), `${Date.now()} ${readyMark}\n`)
}

/** The time in which a check ran, as Unix times in milliseconds. */
export interface Window {
  readonly fromMs: number
  readonly toMs: number
}

/**
 * The faults that the programs of a check asked for, read from its evidence: while they started, or in its time.
 * @param window left out, all that they asked for until the check ended counts
 */
export function faultsFelt(evidence: string, window?: Window): Set<string> {
  return new Set(notesOf(evidence).flatMap((notes) => feltIn(notes, window)))
}

/** The faults that the programs of a check asked for in a time, whether they were starting or serving. */
export function faultsAskedIn(evidence: string, window: Window): Set<string> {
  return new Set(
    notesOf(evidence)
      .flat()
      .filter(({ atMs, name }) => name !== readyMark && isWithin(atMs, window))
      .map(({ name }) => name),
  )
}

/** What each program of a check noted. */
function notesOf(evidence: string): Note[][] {
  if (!existsSync(evidence)) return []
  return readdirSync(evidence, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(faultTraceName))
    .map((name) => notesIn(readFileSync(join(evidence, name), 'utf8')))
}

interface Note {
  readonly atMs: number
  readonly name: string
}

function notesIn(trace: string): Note[] {
  return trace.split('\n').flatMap((line) => {
    const [atMs, name] = line.split(' ')
    return name === undefined ? [] : [{ atMs: Number(atMs), name }]
  })
}

function feltIn(notes: readonly Note[], window: Window | undefined): string[] {
  const ready = notes.findIndex(({ name }) => name === readyMark)
  return notes
    .filter(
      ({ atMs, name }, index) =>
        name !== readyMark &&
        (window === undefined || ready === -1 || index < ready || isWithin(atMs, window)),
    )
    .map(({ name }) => name)
}

function isWithin(atMs: number, { fromMs, toMs }: Window): boolean {
  return atMs >= fromMs - clocksApartMs && atMs <= toMs + clocksApartMs
}
