// The suites use the programs of fixtures.ts.
import './scaling.suite.ts'
import './starting-pods.suite.ts'
import './recommendations.suite.ts'
