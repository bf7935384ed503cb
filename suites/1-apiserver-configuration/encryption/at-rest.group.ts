// The suites of this group share the servers of two-servers.ts.
import './providers.suite.ts'
import './identity.suite.ts'
import './listed-keys.suite.ts'
import './rotation.suite.ts'
import './unreadable.suite.ts'
