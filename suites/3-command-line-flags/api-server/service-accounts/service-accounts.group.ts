// The suites of this group share the servers of account-servers.ts.
import './issuers.suite.ts'
import './discovery.suite.ts'
import './keys.suite.ts'
import './tokens.suite.ts'
import './lookup.suite.ts'
import './secret-tokens.suite.ts'
import './extension.suite.ts'
