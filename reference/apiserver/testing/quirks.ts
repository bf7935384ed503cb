import type { Fault, ServerQuirks } from '../faults.ts'
import type { Freedom } from '../freedoms.ts'
import { makeQuirks } from '../../quirks/quirks.ts'

/** The quirks of a sound process, or of one with the named faults and freedoms. */
export function quirksWith(faults: readonly Fault[] = [], freedoms: readonly Freedom[] = []): ServerQuirks {
  return makeQuirks({ faults: new Set(faults), freedoms: new Set(freedoms) })
}
