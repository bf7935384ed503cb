// Each check of these suites waits for its leases, so all of them wait at the same time.
import './hand-over.suite.ts'
import './controllers.suite.ts'
import './lock.suite.ts'
import './lock-loss.suite.ts'
import './disabled.suite.ts'
import './file.suite.ts'
