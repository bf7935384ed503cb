// The suites of this group share the servers of metric-servers.ts.
import './metric-labels.suite.ts'
import './shown-metrics.suite.ts'
