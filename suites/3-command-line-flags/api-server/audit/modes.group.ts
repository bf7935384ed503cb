// The suites of this group share the server of blocking-server.ts.
import './modes.suite.ts'
import './recording.suite.ts'
import './rejected.suite.ts'
import './receivers.suite.ts'
