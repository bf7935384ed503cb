// The suites of this group share the servers of metrics-fixtures.ts.
import './metric-labels.suite.ts'
import './shown-metrics.suite.ts'
