// The periods take longest, so the checks of the loops run meanwhile.
import './periods.suite.ts'
import './loops.suite.ts'
