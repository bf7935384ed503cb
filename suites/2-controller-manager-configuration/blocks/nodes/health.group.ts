// Nodes of several managers are silent at the same time, so that the waits overlap. Two suites need the outcome of
// short-grace.ts.
import './monitor.suite.ts'
import './grace.suite.ts'
import './grace-periods.suite.ts'
import './reports.suite.ts'
