// Each check of these suites waits for its leases, so all of them wait at the same time.
import './retry.suite.ts'
import './candidates.suite.ts'
import './deadline.suite.ts'
import './other-holders.suite.ts'
import './take-over.suite.ts'
import './failing-renewals.suite.ts'
import './failing-reads.suite.ts'
