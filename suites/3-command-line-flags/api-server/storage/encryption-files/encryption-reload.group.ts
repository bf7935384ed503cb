// The checks of both suites wait for servers that follow their files, so that they overlap.
import './encryption-reload.suite.ts'
import './plugins-in-health.suite.ts'
