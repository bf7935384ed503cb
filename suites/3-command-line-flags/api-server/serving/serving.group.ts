// The suites of this group share the servers of shared-servers.ts.
import './suites-negotiated.suite.ts'
import './suites-alone.suite.ts'
import './versions.suite.ts'
import './names.suite.ts'
import './protocols.suite.ts'
import './certificates.suite.ts'
import './addresses.suite.ts'
import './published-addresses.suite.ts'
