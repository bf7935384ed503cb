// Starts of managers overlap.
import './ranges.suite.ts'
import './families.suite.ts'
