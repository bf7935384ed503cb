// The checks of periods wait longest, so the checks of the loops run in the meantime.
import './periods.suite.ts'
import './loops.suite.ts'
import './routes.suite.ts'
import './node-status.suite.ts'
import './cluster-name.suite.ts'
