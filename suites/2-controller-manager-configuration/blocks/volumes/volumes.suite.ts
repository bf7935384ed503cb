import { attachingRules } from './attaching.ts'
import { provisioningRules } from './provisioning.ts'
import { recyclingRules } from './recycling.ts'

// The last rules for recycling and all others wait at the same time.
recyclingRules()
attachingRules()
provisioningRules()
