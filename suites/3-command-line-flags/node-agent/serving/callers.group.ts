// The suites of this group share the node agents of asking.ts. Those whose checks wait for cache times come last.
import './authorization.suite.ts'
import './denied.suite.ts'
import './questions.suite.ts'
import './tokens.suite.ts'
