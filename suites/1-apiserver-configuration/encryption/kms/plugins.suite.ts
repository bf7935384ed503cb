import { shareKms } from './servers.ts'
import { cachesize } from './cachesize.ts'
import { envelope } from './envelope.ts'
import { failures } from './failures.ts'
import { order } from './order.ts'
import { rotation } from './rotation.ts'
import { timeout } from './timeout.ts'
import { twoPlugins } from './two-plugins.ts'

// Two servers carry all of them. Those whose checks wait stand together, so that the waits overlap, and after those whose
// plugins are quick.
shareKms({ envelope, order, cachesize, failures, twoPlugins, rotation, timeout })
