// What the first two wait for is the longest of all, so the checks of the list run meanwhile.
import './resync.suite.ts'
import './start-interval.suite.ts'
import './controllers.suite.ts'
