import { valueRules } from '../../../shared/flags/flag-rules.ts'
import { acceptsFlags } from './accepted-values.ts'

valueRules(acceptsFlags)
