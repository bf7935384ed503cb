import { sharedOidcHost } from '../../../shared/peers.ts'
import { groupRules } from './groups.ts'
import { refusedFlagRules } from './refusals.ts'
import { requiredClaimRules } from './required-claim.ts'
import { oidcServers } from './servers.ts'
import { signingAlgorithmRules } from './signing-algs.ts'
import { tokenRules } from './tokens.ts'
import { userRules } from './users.ts'

const servers = oidcServers(sharedOidcHost())

tokenRules(servers)
userRules(servers)
groupRules(servers)
requiredClaimRules(servers)
signingAlgorithmRules(servers)
refusedFlagRules(servers)
