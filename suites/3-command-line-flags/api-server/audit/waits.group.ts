// The suites of this group share the server of batching-server.ts.
import './waits.suite.ts'
import './truncation.suite.ts'
