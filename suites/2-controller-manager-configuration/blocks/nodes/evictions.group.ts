// The checks of both suites wait for evictions, so that they overlap.
import './evictions.suite.ts'
import './large-cluster.suite.ts'
