// The suites of this group share the servers of shared-servers.ts.
import './tokens.suite.ts'
import './users.suite.ts'
import './groups.suite.ts'
import './required-claim.suite.ts'
import './signing-algs.suite.ts'
import './refusals.suite.ts'
