// The suites of this group share the node agent of certificate-lifetimes.ts. The second start runs last.
import './certificates.suite.ts'
import './second-start.suite.ts'
