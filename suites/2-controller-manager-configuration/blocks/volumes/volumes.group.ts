// Two suites share the managers of provisioners.ts. All checks wait concurrently.
import './recycling.suite.ts'
import './attaching.suite.ts'
import './provisioning.suite.ts'
import './each-claim.suite.ts'
