// The managers of the suites start concurrently.
import './ranges.suite.ts'
import './families.suite.ts'
import './allocations.suite.ts'
