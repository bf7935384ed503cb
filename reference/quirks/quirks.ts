import { openSync, writeSync } from 'node:fs'

/** Deliberate faults and permitted variations of a process. Code queries them only where the result matters. */
export interface Quirks<Fault extends string = string, Freedom extends string = string> {
  /**
   * Reports whether this process has the named fault. Written last in a condition, so that a query means the fault
   * could matter.
   */
  fault(name: Fault): boolean
  /** Reports whether this process takes the named liberty that the documents leave open. */
  freedom(name: Freedom): boolean
}

/** Faults and permitted variations of a process, and the file that records which faults could have mattered. */
export interface QuirkSettings {
  readonly faults: ReadonlySet<string>
  readonly freedoms: ReadonlySet<string>
  /** File that receives a line for each queried fault: the time in milliseconds since 1970, and its name. */
  readonly traceFile?: string | undefined
}

/** Creates the quirks of one process. */
export function makeQuirks<Fault extends string, Freedom extends string>(
  settings: QuirkSettings,
): Quirks<Fault, Freedom> {
  const { traceFile } = settings
  const note = traceFile === undefined ? () => {} : tracer(traceFile)
  return {
    fault(name) {
      note(name)
      return settings.faults.has(name)
    },
    freedom: (name) => settings.freedoms.has(name),
  }
}

// A name is recorded once within this time, since loops query often.
const traceIntervalMs = 5

function tracer(path: string): (name: string) => void {
  const notedAtMs = new Map<string, number>()
  const file = openSync(path, 'a', 0o600)
  return (name) => {
    const now = Date.now()
    if (now - (notedAtMs.get(name) ?? 0) < traceIntervalMs) return
    notedAtMs.set(name, now)
    // Synchronous, so that a killed process has recorded every query.
    writeSync(file, `${now} ${name}\n`)
  }
}
