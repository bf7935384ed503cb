// The suites of this group share the servers of metrics-worlds.ts.
import './metric-labels.suite.ts'
import './shown-metrics.suite.ts'
