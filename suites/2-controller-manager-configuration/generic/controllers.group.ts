// The first two suites wait longest, so the checks of the list run in the meantime.
import './resync.suite.ts'
import './start-interval.suite.ts'
import './controllers.suite.ts'
