// The suites of this group share the servers of worlds.ts, which differ in what is switched on and off and in what is
// emulated.
import './runtime-config.suite.ts'
import './emulation.suite.ts'
import './forward-compatible.suite.ts'
import './gates.suite.ts'
import './version.suite.ts'
