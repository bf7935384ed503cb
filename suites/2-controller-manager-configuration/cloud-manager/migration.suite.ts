import { handOverRules } from './hand-over.ts'
import { lostRules } from './migration-lost.ts'
import { migrationRules } from './migration.ts'

// Each of them waits for leases of its own, so they do it all at the same time.
handOverRules()
migrationRules()
lostRules()
