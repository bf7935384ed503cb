import type { RunEvent } from '#harness/events.ts'
import { canonical } from './canonical.ts'
import { type Manifest, notDetermined } from './manifest.ts'

type Program = Manifest['target']['programs'][number]

/**
 * Returns the programs that ran for a role in the starts of a run, or nothing if no start of a program of the role was
 * recorded.
 */
export function digestsOfProgram(role: string, events: readonly RunEvent[]): Pick<Program, 'ran'> {
  const launches = events.flatMap((event) =>
    event.type === 'check' || event.type === 'attempt' ? event.launches : [],
  )
  const programRuns = launches.flatMap(({ ran }) => (ran?.role === role ? [ran] : []))
  if (programRuns.length === 0) return {}
  if (programRuns.every(({ files }) => files.length === 0)) return { ran: notDetermined }
  const distinctRuns = programRuns.map(({ files, addedFlags }) => ({
    files: [...files],
    addedFlags: addedFlags.toSorted(),
  }))
  const byText = new Map(distinctRuns.map((one) => [canonical(one), one]))
  return { ran: [...byText].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one) }
}

/** Describes the programs that ran for human readers, with one line for each distinct start. */
export function digestLines({ role, ran }: Program): readonly string[] {
  if (ran === undefined) return []
  if (typeof ran === 'string') return [`${role}: what ran is ${ran}`]
  return ran.map(({ files, addedFlags }) => {
    if (files.length === 0) return `${role}: what ran in some starts is ${notDetermined}`
    const names = files.map(({ name, sha256 }) => `${name} ${sha256}`).join(', ')
    return `${role}: ran ${names}${addedFlags.length === 0 ? '' : `, started with ${addedFlags.join(' ')}`}`
  })
}
