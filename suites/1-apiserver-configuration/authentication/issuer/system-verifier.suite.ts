import { shareServers } from '../../../shared/authentication/authenticators.ts'
import { hostTrusting } from '../../../shared/authentication/system-roots.ts'
import { systemVerifier } from './system-verifier.ts'

shareServers(
  { 'system-verifier': systemVerifier },
  { beside: async ({ certificateAuthority }) => ({ env: await hostTrusting(certificateAuthority) }) },
)
