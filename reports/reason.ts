import { addedFlagsIn } from '#harness/check/added-flags.ts'
import type { RunCheck } from './run-schema.ts'

/** The reason of a check without what expected and actual say already, where these are shown; none if nothing is left. */
export function reasonOf(check: Pick<RunCheck, 'reason' | 'expected' | 'actual'>): string | undefined {
  const { reason, expected, actual } = check
  if (reason === null) return undefined
  const hasValues = expected !== null || actual !== null
  if (!hasValues || !/^(AssertionError: )?expected /.test(reason)) return reason
  const others = addedFlagsIn(reason)
  return others.length === 0 ? undefined : others.join('\n')
}
