import { apiServerFaults, type ServerQuirks } from '../faults.ts'
import type { Freedom } from '../freedoms.ts'
import { makeQuirks } from '../../quirks/quirks.ts'

/** Returns the quirks of a process without faults, or with the named faults and freedoms. */
export function quirksWith(faults: readonly string[] = [], freedoms: readonly Freedom[] = []): ServerQuirks {
  const unknown = faults.filter((name) => !Object.hasOwn(apiServerFaults, name))
  if (unknown.length > 0) throw new Error(`The API server has no fault ${unknown.join(', ')}.`)
  return makeQuirks({ faults: new Set(faults), freedoms: new Set(freedoms) })
}
