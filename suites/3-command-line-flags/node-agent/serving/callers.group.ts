// The suites of this group share the node agents of authentication-requests.ts. Suites with checks that wait for cache
// times run last.
import './authorization.suite.ts'
import './denied.suite.ts'
import './access-reviews.suite.ts'
import './tokens.suite.ts'
