// The suites of this group share the server of entries.ts, which has four entries in each list.
import './audit-lists.suite.ts'
import './later-entries.suite.ts'
