import { garbageRules } from './garbage.ts'
import { podRules } from './pods.ts'
import { tokenRules } from './tokens.ts'

// Showing that nothing is cleaned up takes a while, so these checks wait at the same time.
garbageRules()
podRules()
tokenRules()
