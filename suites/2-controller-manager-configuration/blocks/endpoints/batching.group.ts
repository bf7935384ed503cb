// The suites use the programs of batching-fixtures.ts, and each of their checks waits for a period.
import './batching.suite.ts'
import './changes.suite.ts'
import './endless-changes.suite.ts'
