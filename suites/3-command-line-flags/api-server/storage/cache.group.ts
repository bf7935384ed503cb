// The suites of this group share the servers of cache-servers.ts.
import './watch-cache.suite.ts'
import './collections.suite.ts'
import './event-leases.suite.ts'
import './dependents.suite.ts'
