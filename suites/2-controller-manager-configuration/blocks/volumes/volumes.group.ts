// Two suites share the managers of provisioners.ts. The last checks about recycling, and all others, wait at the same time.
import './recycling.suite.ts'
import './attaching.suite.ts'
import './provisioning.suite.ts'
import './each-claim.suite.ts'
