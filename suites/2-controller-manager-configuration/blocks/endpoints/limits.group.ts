// The suites use the programs of limits-fixtures.ts.
import './limits.suite.ts'
import './mirrors.suite.ts'
import './slice-sizes.suite.ts'
import './overwritten.suite.ts'
