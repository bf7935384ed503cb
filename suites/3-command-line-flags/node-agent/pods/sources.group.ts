// The suites of this group share the node agent of source-fixture.ts. The checks of the initial pods run first.
import './sources.suite.ts'
import './url.suite.ts'
import './changes.suite.ts'
import './other-changes.suite.ts'
