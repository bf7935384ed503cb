// The suites of this group share the servers of credential-server.ts.
import './token-auth-file.suite.ts'
import './client-ca.suite.ts'
import './bootstrap-tokens.suite.ts'
