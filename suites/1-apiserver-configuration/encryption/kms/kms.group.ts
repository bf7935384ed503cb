// The suites of this group share the servers of servers.ts. Suites with waiting checks come last, so that their waits
// overlap.
import './envelope.suite.ts'
import './order.suite.ts'
import './cachesize.suite.ts'
import './failures.suite.ts'
import './two-plugins.suite.ts'
import './rotation.suite.ts'
import './timeout.suite.ts'
