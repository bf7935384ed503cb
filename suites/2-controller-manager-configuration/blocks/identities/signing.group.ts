// Both suites use the programs of signing-worlds.ts.
import './signing.suite.ts'
import './lifetimes.suite.ts'
