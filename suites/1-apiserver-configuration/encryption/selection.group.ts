// The suites of this group share the server of selecting-server.ts.
import './selection.suite.ts'
import './wildcards.suite.ts'
