// The suites of this group share the node agent of lasting.ts; the second start at its place comes last.
import './certificates.suite.ts'
import './second-start.suite.ts'
