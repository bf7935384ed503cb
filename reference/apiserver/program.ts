import type { Program } from '../program/program.ts'
import { checkGates, serverGates } from './enablement/gates.ts'
import { apiServerFaults } from './faults.ts'
import { checkAuthenticatorFlags } from './flags/check-authenticators.ts'
import { checkAuthorizationFlags } from './flags/check-authorization.ts'
import { checkClusterFlags } from './flags/check-cluster.ts'
import { checkIdentityFlags } from './flags/check-identity.ts'
import { checkLoggingFlags } from './flags/check-logging.ts'
import { apiServerFlags } from './flags/table.ts'
import { apiServerFreedoms } from './freedoms.ts'

/** Definition of the API server. */
export const apiServer: Program = {
  name: 'orch-apiserver',
  flags: apiServerFlags,
  faults: apiServerFaults,
  freedoms: apiServerFreedoms,
  async start(start) {
    const { flags, ownVersion } = start
    const gates = serverGates(flags, ownVersion)
    checkGates(gates, flags, ownVersion)
    checkIdentityFlags(flags, gates)
    checkAuthenticatorFlags(flags, gates)
    checkAuthorizationFlags(flags, gates)
    checkLoggingFlags(flags, gates)
    checkClusterFlags(flags, ownVersion)
    const { serve } = await import('./serve.ts')
    await serve(start)
  },
}
