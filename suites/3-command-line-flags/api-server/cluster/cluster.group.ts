// The suites of this group share the five servers of fixtures.ts, which differ in every flag.
import './objects.suite.ts'
import './pods.suite.ts'
import './cluster-ips.suite.ts'
import './node-ports.suite.ts'
import './endpoints.suite.ts'
import './nodes.suite.ts'
import './node-addresses.suite.ts'
import './elections.suite.ts'
