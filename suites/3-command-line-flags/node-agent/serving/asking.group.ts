// The suites of this group share the agents of asking.ts.
import './authorization.suite.ts'
import './questions.suite.ts'
import './tokens.suite.ts'
