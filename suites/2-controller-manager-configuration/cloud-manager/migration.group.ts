// Each check of these suites waits for its leases, so all of them wait at the same time.
import './hand-over.suite.ts'
import './migration.suite.ts'
import './migration-lock-loss.suite.ts'
