// The suites of this group share the servers of header-servers-shared.ts.
import './trust.suite.ts'
import './times.suite.ts'
import './each-request.suite.ts'
import './later-entries.suite.ts'
import './attributes.suite.ts'
import './gate.suite.ts'
