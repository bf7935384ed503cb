// The suites of this group share the node agent of default-fixture.ts.
import './lifecycle.suite.ts'
import './restarts.suite.ts'
import './state.suite.ts'
import './liveness.suite.ts'
import './default-containers.suite.ts'
