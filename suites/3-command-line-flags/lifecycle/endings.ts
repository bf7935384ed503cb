import { type EndingSeen, playEnding, type ReadyToEnd, startToEnd } from './ending.ts'
import { type Ending, type EndingName, endings } from './model.ts'
import { staged } from './stage.ts'
import { showEnding } from './subject.ts'

/** What was seen of one ending; played once for all checks of a file. */
export type Endings = (name: EndingName) => Promise<EndingSeen>

/** The endings of a suite file; each check that reads one shows its picture. */
export function playedEndings(): Endings {
  const played = staged<Ending, ReadyToEnd, EndingSeen, EndingName>(endings, {
    // Each asks a hundred times a second: more at once would measure themselves.
    atOnce: 3,
    start: startToEnd,
    script: playEnding,
  })
  return async (name) => showEnding(await played(name))
}
