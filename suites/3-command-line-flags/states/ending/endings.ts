import { type ObservedEnding, runEnding, type ReadyToEnd, startToEnd } from './ending.ts'
import { type Ending, type EndingName, endings, slowedEnding } from '../model.ts'
import { recordScenarios } from '../scenarios.ts'
import { addEndingSpans } from '../timeline.ts'

/** Returns the observations of one ending, which is recorded once for all checks of a file. */
export type Endings = (name: EndingName) => Promise<ObservedEnding>

// Factor for a machine that gives a program half of its processor time. With a larger factor, held requests would reach
// other limits.
const slowingFactor = 2

/** Declares the endings of a suite file. Each check that uses an ending shows its timeline. */
export function recordedEndings(): Endings {
  const endingScenarios = recordScenarios<Ending, ReadyToEnd, ObservedEnding, EndingName>(endings, {
    // More concurrent endings would disturb each other, because each sends a hundred requests per second.
    maxConcurrent: 3,
    start: (name, ending, before) =>
      startToEnd(name, before === undefined ? ending : slowedEnding(ending, slowingFactor)),
    script: runEnding,
  })
  return async (name) => addEndingSpans(await endingScenarios(name))
}
