import { inconclusive } from '../machine/inconclusive.ts'
import { currentCheck } from '../check/context.ts'
import { HarnessError } from '../errors.ts'
import type { Disagreement } from './area.ts'

/** A disagreement that was seen once, with what was tried to see it again. */
export interface SeenOnce {
  /** How many cases of how many disagreed. */
  readonly of: string
  readonly starts: number
  readonly first: Disagreement | undefined
}

/**
 * What a disagreement comes to that does not come back. A start that took too long measures the machine as well, so all
 * is judged once more; whatever else came and went stays red, with what was seen.
 */
export function notAgain({ of, starts, first }: SeenOnce): HarnessError {
  const what = `${of} disagreed, and after that none did in ${starts} ${starts === 1 ? 'start' : 'starts'} like it.`
  const seen = first === undefined ? '' : ` Once it was so: ${JSON.stringify(first)}`
  if (!tookTooLong(first)) return new HarnessError('untestable', `${what}${seen}`)
  currentCheck().measures({ again: () => {} })
  return inconclusive(`${what}${seen}`)
}

function tookTooLong(disagreement: Disagreement | undefined): boolean {
  const { actual } = disagreement ?? {}
  return typeof actual === 'object' && actual !== null && 'outcome' in actual && actual.outcome === 'hung'
}
