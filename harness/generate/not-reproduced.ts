import { inconclusiveError } from '../machine/inconclusive.ts'
import { currentCheck } from '../check/context.ts'
import { HarnessError } from '../errors.ts'
import type { Disagreement } from './area.ts'

/** A disagreement that could not be reproduced, with the number of starts that tried it. */
export interface SingleFailure {
  /** Text with the number of cases that disagreed: `2 of 60 cases`. */
  readonly shareText: string
  readonly starts: number
  readonly first: Disagreement | undefined
}

/**
 * Returns the error of a disagreement that is not reproducible. A start that took too long also measures the machine,
 * so all cases run once more; any other disagreement stays red, with the observed values.
 */
export function notReproducedError({ shareText, starts, first }: SingleFailure): HarnessError {
  const summary = `${shareText} disagreed, and after that none did in ${starts} ${starts === 1 ? 'start' : 'starts'} like it.`
  const firstNote = first === undefined ? '' : ` Once it was so: ${JSON.stringify(first)}`
  if (!hasTimedOut(first)) return new HarnessError('untestable', `${summary}${firstNote}`)
  currentCheck().measures({ discard: () => {} })
  return inconclusiveError(`${summary}${firstNote}`)
}

function hasTimedOut(disagreement: Disagreement | undefined): boolean {
  const { actual } = disagreement ?? {}
  return typeof actual === 'object' && actual !== null && 'outcome' in actual && actual.outcome === 'hung'
}
