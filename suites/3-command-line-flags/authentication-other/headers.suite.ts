import { headerAttributes } from './header-attributes.ts'
import { headerTrust } from './header-trust.ts'
import { everyList, userNamesOnly } from './header-world.ts'

const servers = [everyList(), userNamesOnly()] as const

headerTrust(...servers)
headerAttributes(...servers)
