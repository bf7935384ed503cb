// Both suites use the program of tokens-world.ts.
import './tokens.suite.ts'
import './secrets.suite.ts'
