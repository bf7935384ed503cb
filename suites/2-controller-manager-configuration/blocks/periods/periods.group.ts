// The suites of this group share the managers of managers.ts.
import './periods.suite.ts'
import './claims.suite.ts'
import './quotas.suite.ts'
