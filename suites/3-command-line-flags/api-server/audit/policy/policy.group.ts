// The suites of this group share the server of policy-server.ts.
import './policy.suite.ts'
import './policy-objects.suite.ts'
import './default-truncation.suite.ts'
