import { controllerRules } from './controllers.ts'
import { handOverRules } from './hand-over.ts'
import { lockRules } from './lock.ts'
import { lostRules } from './lost.ts'
import { offRules } from './off.ts'

// Each of them waits for leases of its own, so they do it all at the same time.
handOverRules('generic')
controllerRules()
lockRules()
lostRules('generic')
offRules('generic')
