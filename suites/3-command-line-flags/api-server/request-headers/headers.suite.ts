import { headerAttributes } from './attributes.ts'
import { headerGate } from './gate.ts'
import { headerTrust } from './trust.ts'
import { everyList, userNamesOnly } from './world.ts'

const servers = [everyList(), userNamesOnly()] as const

headerTrust(...servers)
headerAttributes(...servers)
headerGate(servers[0])
