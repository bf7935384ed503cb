// The suites of this group share the node agent of source-fixture.ts. Its initial pods are judged first.
import './sources.suite.ts'
import './changes.suite.ts'
