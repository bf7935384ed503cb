import { controllerRules } from './controllers.ts'
import { handOverRules } from './hand-over.ts'
import { lockRules } from './lock.ts'
import { lostRules } from './lost.ts'

// Each of them waits for leases of its own, so they do it all at the same time.
handOverRules()
controllerRules()
lockRules()
lostRules()
