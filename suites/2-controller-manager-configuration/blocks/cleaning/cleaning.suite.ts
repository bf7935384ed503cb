import { garbageRules } from './garbage.ts'
import { podRules } from './pods.ts'
import { tokenRules } from './tokens.ts'

// That nobody cleans anything up takes a while to be seen: it is waited for at the same time.
garbageRules()
podRules()
tokenRules()
