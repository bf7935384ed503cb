import type { Program } from '../program/program.ts'
import { checkGates, serverGates } from './enablement/gates.ts'
import { apiServerFaults, type ServerQuirks } from './faults.ts'
import { checkAuthenticatorFlags } from './flags/check-authenticators.ts'
import { checkAuthorizationFlags } from './flags/check-authorization.ts'
import { checkClusterFlags } from './flags/check-cluster.ts'
import { checkIdentityFlags } from './flags/check-identity.ts'
import { checkLoggingFlags } from './flags/check-logging.ts'
import { apiServerFlags } from './flags/table.ts'
import { apiServerFreedoms } from './freedoms.ts'

/** Definition of the API server. */
export const apiServer: Program<ServerQuirks> = {
  name: 'orch-apiserver',
  flags: apiServerFlags,
  faults: apiServerFaults,
  freedoms: apiServerFreedoms,
  async start(start) {
    const { flags, quirks, ownVersion } = start
    const gates = serverGates(flags, ownVersion, quirks)
    checkGates(gates, flags, ownVersion)
    checkIdentityFlags(flags, gates, quirks)
    checkAuthenticatorFlags(flags, gates, quirks)
    checkAuthorizationFlags(flags, gates, quirks)
    checkLoggingFlags(flags, gates, quirks)
    checkClusterFlags(flags, ownVersion, quirks)
    const { serve } = await import('./serve.ts')
    await serve(start)
  },
}
