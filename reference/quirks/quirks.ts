import { openSync, writeSync } from 'node:fs'

/** What code asks about deliberate defects and legal variations; asked only where the answer matters. */
export interface Quirks<Fault extends string = string, Freedom extends string = string> {
  /** Whether this process has the named defect. Written last in a condition, so that asking means it could matter. */
  fault(name: Fault): boolean
  /** Whether this process takes the named liberty that the documents leave open. */
  freedom(name: Freedom): boolean
}

/** What a process was started with, and where it notes the faults that could have mattered. */
export interface QuirkSettings {
  readonly faults: ReadonlySet<string>
  readonly freedoms: ReadonlySet<string>
  /** File that gets a line for each fault that is asked for: the time in milliseconds since 1970, and its name. */
  readonly traceFile?: string | undefined
}

/** Makes the quirks of one process. */
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

// Within one such time a name is noted once: loops ask often.
const sameTimeMs = 5

function tracer(path: string): (name: string) => void {
  const notedAtMs = new Map<string, number>()
  const file = openSync(path, 'a', 0o600)
  return (name) => {
    const now = Date.now()
    if (now - (notedAtMs.get(name) ?? 0) < sameTimeMs) return
    notedAtMs.set(name, now)
    // Synchronous, so that a process that is killed has told everything it asked.
    writeSync(file, `${now} ${name}\n`)
  }
}
