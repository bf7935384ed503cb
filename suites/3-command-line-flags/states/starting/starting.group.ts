// The suites of this group judge the same startings, those of recorded-startings.ts.
import './ready.suite.ts'
import './open.suite.ts'
