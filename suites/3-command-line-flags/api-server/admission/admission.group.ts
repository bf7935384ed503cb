// The suites of this group share the servers of plugin-servers.ts.
import './defaults.suite.ts'
import './order.suite.ts'
import './tolerations.suite.ts'
import './proxy-certificate.suite.ts'
