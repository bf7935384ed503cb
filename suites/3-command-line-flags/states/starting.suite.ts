import { startingRules } from './starting-rules.ts'
import { playedStartings } from './startings.ts'

startingRules(playedStartings())
