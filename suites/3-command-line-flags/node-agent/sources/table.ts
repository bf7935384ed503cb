import { agentRows } from '#documents/3/agent-flags/index.ts'
import { defaultOf } from '#documents/flags.ts'
import type { Sourced, SourcedValue } from './sourced-flag.ts'

/** Flag whose sources are compared. */
export interface SourcedFlag extends Sourced {
  readonly similarValues?: readonly SourcedValue[]
}

/** All flags whose sources are compared. */
export const sourcedFlags: readonly SourcedFlag[] = agentRows.flatMap(({ flag, file, ...row }) => {
  if (file === undefined) return []
  const { default: inEffect = defaultOf(row), ...rest } = file
  return { flag, ...rest, ...(inEffect !== undefined && inEffect !== null && { default: inEffect }) }
})
