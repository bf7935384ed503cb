// The suites of this group share the agents of `telling.ts`.
import './capacity.suite.ts'
import './status.suite.ts'
