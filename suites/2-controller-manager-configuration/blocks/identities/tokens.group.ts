// Both suites use the program of tokens-fixture.ts.
import './tokens.suite.ts'
import './secrets.suite.ts'
