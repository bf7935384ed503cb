import { acceptedTogether } from '../../../shared/accepted-together.ts'
import { valueRules } from '../../../shared/flags/flag-rules.ts'
import { cipherSuiteNames } from './cipher-suites.ts'
import { limitRules } from './limits.ts'
import { logBufferRules } from './log-buffer.ts'

const accepted = acceptedTogether()

valueRules(accepted)
logBufferRules(accepted)
cipherSuiteNames(accepted)
limitRules(accepted)
