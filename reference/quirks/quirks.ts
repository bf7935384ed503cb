// Deliberate faults and permitted variations of this process. Code queries them only where the result matters.
import { openSync, writeSync } from 'node:fs'
import type { FaultName, FreedomName } from './names.ts'

/** Names of faults or permitted variations, each with the sentence that describes it. */
export type QuirkList = Readonly<Record<string, string>>

/** Faults and permitted variations of a process, and the file that records which faults could have mattered. */
export interface QuirkSettings {
  readonly faults: ReadonlySet<string>
  readonly freedoms: ReadonlySet<string>
  /** File that receives a line for each queried fault: the time in milliseconds since 1970, and its name. */
  readonly traceFile?: string | undefined
}

const noQuirks: QuirkSettings = { faults: new Set(), freedoms: new Set() }
let currentQuirks = noQuirks
let recordUse: (name: string) => void = () => {}

/** Sets the faults and permitted variations of this process; without settings there are none. */
export function setQuirks(settings = noQuirks): void {
  currentQuirks = settings
  recordUse = settings.traceFile === undefined ? () => {} : createTracer(settings.traceFile)
}

/**
 * Reports whether this process has the named fault. The call is last in a condition, so that a recorded query means
 * that the fault could matter.
 */
export function fault(name: FaultName): boolean {
  recordUse(name)
  return currentQuirks.faults.has(name)
}

/** Reports whether this process has a permitted variation, where the documents leave the behaviour open. */
export function freedom(name: FreedomName): boolean {
  return currentQuirks.freedoms.has(name)
}

// Minimum interval between two records of a name in milliseconds, because loops query often.
const traceIntervalMs = 5

function createTracer(path: string): (name: string) => void {
  const recordedAtMs = new Map<string, number>()
  const file = openSync(path, 'a', 0o600)
  return (name) => {
    const nowMs = Date.now()
    if (nowMs - (recordedAtMs.get(name) ?? 0) < traceIntervalMs) return
    recordedAtMs.set(name, nowMs)
    // Synchronous, so that a killed process has recorded every query.
    writeSync(file, `${nowMs} ${name}\n`)
  }
}
