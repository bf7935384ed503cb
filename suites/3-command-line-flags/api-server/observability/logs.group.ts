// The suites of this group share the servers of verbosity-servers.ts.
import './logs.suite.ts'
import './block-profile.suite.ts'
