// The suites of this group share the server of timeout-fixture.ts.
import './timeouts.suite.ts'
import './timeouts-over-http2.suite.ts'
