// The suites of this group judge the same startings, which recorded-startings.ts records.
import './ready.suite.ts'
import './open.suite.ts'
