import { valueRules } from '../../../shared/flags/flag-rules.ts'
import { accepted } from './accepted-values.ts'

valueRules(accepted)
