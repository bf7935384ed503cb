// Garbage and orphans share the managers of collectors.ts. The suites wait at the same time, because the absence of a
// deletion takes a while to observe.
import './garbage.suite.ts'
import './orphans.suite.ts'
import './pods.suite.ts'
import './tokens.suite.ts'
