// The suites of this group share the servers of key-servers.ts.
import './prefix.suite.ts'
import './stored-form.suite.ts'
import './keys.suite.ts'
