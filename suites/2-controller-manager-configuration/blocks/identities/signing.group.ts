// Both suites use the programs of signing-fixtures.ts.
import './signing.suite.ts'
import './lifetimes.suite.ts'
import './other-signers.suite.ts'
