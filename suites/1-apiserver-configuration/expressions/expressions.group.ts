// The suites of this group share the server of servers.ts.
import './claim-rules.suite.ts'
import './mappings.suite.ts'
import './user-rules.suite.ts'
import './match-conditions.suite.ts'
