import { startingRules } from './rules.ts'
import { playedStartings } from './startings.ts'

startingRules(playedStartings())
