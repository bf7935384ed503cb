import { candidateRules } from './candidates.ts'
import { deadlineRules } from './deadline.ts'
import { retryRules } from './retry.ts'

// Each of them waits for leases of its own, so they do it all at the same time.
retryRules()
candidateRules()
deadlineRules()
