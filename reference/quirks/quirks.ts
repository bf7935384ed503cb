import { appendFileSync } from 'node:fs'

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
  /** File that gets one line per fault name on its first consultation. */
  readonly traceFile?: string | undefined
}

/** Makes the quirks of one process. */
export function makeQuirks<Fault extends string, Freedom extends string>(
  settings: QuirkSettings,
): Quirks<Fault, Freedom> {
  const asked = new Set<string>()
  return {
    fault(name) {
      if (settings.traceFile !== undefined && !asked.has(name)) {
        asked.add(name)
        // Synchronous, so that a process that is killed has told everything it asked.
        appendFileSync(settings.traceFile, `${name}\n`)
      }
      return settings.faults.has(name)
    },
    freedom: (name) => settings.freedoms.has(name),
  }
}
