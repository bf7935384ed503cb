// Garbage and orphans share the managers of collectors.ts. That nothing is deleted takes a while to see, so all suites wait
// at the same time.
import './garbage.suite.ts'
import './orphans.suite.ts'
import './pods.suite.ts'
import './tokens.suite.ts'
