import { graceRules } from './grace.ts'
import { monitorRules } from './monitor.ts'
import { gracePeriodRules } from './short-grace.ts'

// Nodes of several managers are silent at the same time.
monitorRules()
graceRules()
gracePeriodRules()
