// The suites of this group share the servers of http-servers.ts.
import './cors.suite.ts'
import './transport-security.suite.ts'
import './connections.suite.ts'
