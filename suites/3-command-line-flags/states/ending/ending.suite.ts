import { coverageRules } from './coverage.ts'
import { delayingRules } from './delaying.ts'
import { drainingRules } from './draining.ts'
import { drainingWatchesRules } from './draining-watches.ts'
import { openEndingRules } from './open.ts'
import { playedEndings } from './endings.ts'

// All rules about the end of a server read the same endings.
const ended = playedEndings()

delayingRules(ended)
drainingRules(ended)
drainingWatchesRules(ended)
openEndingRules(ended)
coverageRules(ended)
