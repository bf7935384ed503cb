// The suites of this group share the start of accepted-values.ts.
import './values.suite.ts'
import './log-buffer.suite.ts'
import './cipher-suites.suite.ts'
import './limits.suite.ts'
