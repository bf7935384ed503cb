// The suites of this group share the server of authorities-fixture.ts.
import './authorities.suite.ts'
import './authorities-of-peers.suite.ts'
import './keys-of-issuers.suite.ts'
