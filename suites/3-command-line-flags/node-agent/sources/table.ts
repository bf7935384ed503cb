import { agentRows } from '../table/agent-rows.ts'
import { defaultOf } from '../table/row.ts'
import type { Sourced, SourcedValue } from './sourced.ts'

/** A flag whose sources are compared, and values that are likely to be mixed up. */
export interface SourcedFlag extends Sourced {
  readonly near?: readonly SourcedValue[]
}

/** Every flag whose sources are compared. */
export const sourcedFlags: readonly SourcedFlag[] = agentRows.flatMap(({ flag, file, ...row }) => {
  if (file === undefined) return []
  const { default: inEffect = defaultOf(row), ...rest } = file
  return { flag, ...rest, ...(inEffect !== undefined && inEffect !== null && { default: inEffect }) }
})
