// The suites of this group share the servers of fixtures.ts, which differ in enabled features and emulated versions.
import './runtime-config.suite.ts'
import './emulation.suite.ts'
import './forward-compatible.suite.ts'
import './gates.suite.ts'
import './version.suite.ts'
