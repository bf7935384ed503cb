import { type ObservedEnding, runEnding, type ReadyToEnd, startToEnd } from './ending.ts'
import { type Ending, type EndingName, endings, slowedEnding } from '../model.ts'
import { recordScenarios } from '../scenarios.ts'
import { addEndingSpans } from '../timeline.ts'

/** Returns the observations of one ending, which is played once for all checks of a file. */
export type Endings = (name: EndingName) => Promise<ObservedEnding>

// Enough for a machine that gives a program half of its processor time. Requests that are held longer reach other
// limits.
const slowingFactor = 2

/** Declares the endings of a suite file. Each check that reads one shows its picture. */
export function recordedEndings(): Endings {
  const endingScenarios = recordScenarios<Ending, ReadyToEnd, ObservedEnding, EndingName>(endings, {
    // Each sends a hundred requests a second. More at once would measure themselves.
    atOnce: 3,
    start: (name, ending, before) =>
      startToEnd(name, before === undefined ? ending : slowedEnding(ending, slowingFactor)),
    script: runEnding,
  })
  return async (name) => addEndingSpans(await endingScenarios(name))
}
