// The suites of this group share the node agent of source-world.ts; the pods that it starts with are judged first.
import './sources.suite.ts'
import './changes.suite.ts'
