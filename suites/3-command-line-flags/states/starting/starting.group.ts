// The suites of this group test the same starts, which recorded-startings.ts records.
import './ready.suite.ts'
import './open.suite.ts'
