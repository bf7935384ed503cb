// The suites of this group share the agents of `status-fixtures.ts`.
import './capacity.suite.ts'
import './status.suite.ts'
