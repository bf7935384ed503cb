// Both suites use the programs of targets.ts.
import './targets.suite.ts'
import './readiness.suite.ts'
