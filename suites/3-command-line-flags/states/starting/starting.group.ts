// The suites of this group judge the same startings, those of played-startings.ts.
import './ready.suite.ts'
import './open.suite.ts'
